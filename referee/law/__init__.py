"""The law: claims in, new states and rulings out. One package a game; pure functions on frozen data."""
