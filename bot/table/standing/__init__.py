"""What finished games leave behind: XP and levels, prestige, ratings, feats, faces and backs of the cards."""
