"""The world outside: cameras, serial link, dice tower, LED grid; real, recorded and virtual."""
