"""Pictures of boards, tables, hands and shows, drawn from plain view models; no Discord and no table in here.

`models` has what can be drawn, `draw.draw` turns a model into a PNG file, `alt.alt_text` into words.
"""
