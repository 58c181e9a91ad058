"""The screen beside the table: what a match shows -> pictures, a window, and what people click."""
