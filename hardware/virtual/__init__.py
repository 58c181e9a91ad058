"""A table that exists only here: what stands on it, seen as a webcam over it would see it.

    from hardware.virtual.scene import Block, Board, Minifig, Scene
    from hardware.virtual.view import Lens, look_at
    from hardware.virtual.render import render

    lens = Lens(1280, 720, 1150, 1150, 640, 360, (0.07, 0.04, 0.0, 0.0, 0.0))
    view = look_at(lens, eye_mm=[192, 190, 700], target_mm=[200, 192, 0], turn_deg=-2)
    picture = render(Scene(Board(48, 48, "tan"), (Block(4, 4, 2, 4),), (Minifig("a", 9.5, 3),)), view, seed=1)
    view.project([[9.5, 3.0, 0.0]])  # exact pixels of table points (studs, studs, plates)

`Renderer(view)` keeps what stays between pictures. One frame everywhere: x right and y down in studs,
heights in plates.
"""
