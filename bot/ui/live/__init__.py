"""What talks to Discord: channels, answers, and how messages are sent."""
