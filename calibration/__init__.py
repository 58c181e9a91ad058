"""Pictures of a bare board in, a Table out: pixels <-> studs at any height, light, colours, tray, LEDs."""
