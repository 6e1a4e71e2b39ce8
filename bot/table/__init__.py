"""Tables: who sits where, what is saved, who is rewarded. No Discord in here."""
