"""Minifigs: figures that lose pieces, move by studs and are put together again (MF, HR-1 to HR-4)."""
