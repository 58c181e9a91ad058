"""What runs on the Arduino, and the bench that runs it without one."""
