"""What messages say and offer, as plain data."""
