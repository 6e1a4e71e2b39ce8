"""What belongs to a person: handing it out, and taking their name and number out of everything that stays."""
