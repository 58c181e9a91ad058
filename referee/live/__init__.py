"""The match loop: settled observations and what people say -> rulings recorded, shown, lit and announced."""
