"""A seed -> path-traced photo sets and clips of Lego tables with their truth, in tablebench's format.

For developers: tables the reader was never tuned on. Projection, drawing and shades share nothing with the
reader's or with the project's own renderer, on purpose: a fault in both would cancel and be seen by nobody.
Only `scene` and `materials` need Blender (the Python module bpy); all else is tested without it.
"""
