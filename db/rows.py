"""Rows as they are stored. Their fields are the columns of `db.schema`, in the same order."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Status = Literal["lobby", "playing", "finished", "closed"]
Outcome = Literal["won", "lost", "surrendered", "stopped", "abandoned"]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a channel, from lobby to end. ``ended_at`` is None exactly while it is live."""

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    size: int
    """How many seats there are."""
    variant: str
    status: Status
    seq: int
    """The sequence number of the last event, 0 before the first."""
    seed: bytes = field(repr=False)
    """32 secret bytes: whoever knows them knows the cards to come."""
    commitment: str
    """What was published of the seed: the SHA-256 of it, 64 hexadecimal digits."""
    deadline: datetime | None
    """When the clock has to act; None when no clock runs."""
    messages: str
    """Which Discord messages show this table: JSON that only its owner understands."""
    published_seq: int
    """The last event that the channel has been shown."""
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    patience: float | None
    """How many seconds before its ``deadline`` the clock began to run."""


@dataclass(frozen=True, slots=True)
class HostedRow:
    """An open table, to whoever opened it."""

    id: int
    guild_id: int
    status: Status


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where. A seat is live until its table ends; after that it is history."""

    table_id: int
    seat: int
    player_id: int
    channel_id: int
    live: bool


@dataclass(frozen=True, slots=True)
class EventRow:
    """One thing that happened at a table; ``seq`` counts from 1 without gaps."""

    table_id: int
    seq: int
    kind: str
    body: str = field(repr=False)
    """JSON. It holds cards that nobody may see yet: never log it."""
    at: datetime


@dataclass(frozen=True, slots=True)
class RenamingRow:
    """A log that still names a person, whose data is deleted, where it has to name a former player."""

    table_id: int
    player_id: int
    former_id: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How one game ended for one player."""

    table_id: int
    player_id: int
    guild_id: int
    seat: int
    side: int
    size: int
    variant: str
    practice: bool
    """Whether a house player had a seat from the first deal on."""
    outcome: Outcome
    score: int
    best_opponent_score: int
    skunks_given: int
    """How many sides were skunked, without those that were skunked doubly."""
    double_skunks_given: int
    skunk_taken: Literal[0, 1, 2]
    """0 for none, 1 for a skunk, 2 for a double skunk."""
    deals: int
    started_at: datetime
    ended_at: datetime
    xp: int = 0
    prestige: int = 0
    best_hand: int = 0
    rating: int | None = None
    """The rating in the guild after the game, as people see it; None if the game wasn't rated."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player, with what belongs to them on all guilds."""

    id: int
    name: str
    created_at: datetime
    updated_at: datetime
    career: str
    """Sums over all games: JSON that only its owner understands."""
    face: str
    """The chosen face of the cards, empty for the default."""
    back: str
    """The chosen back of the cards, empty for the default."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """Sums over the games of a player in a guild (0: all), at tables of one size (0: all), in a period.

    As a change it holds what one game adds; then ``best_hand`` and ``rating`` are the values to reach and to
    set. ``rate`` is the share of games won, None until there are enough games.
    """

    guild_id: int
    size: int
    period: str
    player_id: int
    wins: int
    losses: int
    skunks: int
    double_skunks: int
    skunk_points: int
    xp: int
    prestige: int
    best_hand: int
    rate: float | None = None
    rating: int | None = None
    skunks_taken: int = 0
    double_skunks_taken: int = 0


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """How one game ended for one player, and that player's name."""

    name: str
    result: ResultRow


@dataclass(frozen=True, slots=True)
class EncounterRow:
    """What two players have done against each other; each pair is the first's number, then the second's.

    Only standard games between people count. In some of ``games`` neither won: a third side did, or nobody.
    ``skunks`` are those given to each other, without double ones. Apart from that, ``together`` counts the
    games that they finished as partners, and ``won_together`` those that they won.
    """

    games: int
    wins: tuple[int, int]
    skunks: tuple[int, int]
    double_skunks: tuple[int, int]
    surrenders: tuple[int, int]
    points: tuple[int, int]
    together: int
    won_together: int


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of a leaderboard: the place that its holders share, and the player's sums."""

    rank: int
    name: str
    standing: StandingRow


@dataclass(frozen=True, slots=True)
class RatingRow:
    """What is believed of a player's strength in a guild (0: all): mean and standard deviation."""

    guild_id: int
    player_id: int
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class FeatRow:
    """A feat, and the table at which it was achieved first."""

    player_id: int
    feat: str
    table_id: int
    at: datetime
