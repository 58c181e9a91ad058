"""The screen beside the table: the only room that knows pygame."""
