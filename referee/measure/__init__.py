"""The ruler: distances, ways, sight and exposure over a height map, each with its error."""
