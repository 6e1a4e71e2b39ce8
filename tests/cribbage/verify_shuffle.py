"""Derive a finished game's cards from its revealed seed, with nothing but Python itself.

    python verify_shuffle.py SEED_HEX PUBLIC_NUMBERS PLAYERS [DEALS]

PUBLIC_NUMBERS are separated by commas. The first line is what the lobby had to show before anybody sat down.
"""

import hashlib
import hmac
import itertools
import sys

CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def shuffled(seed, public, label):
    name = f"cribbage-shuffle/1|{','.join(map(str, public))}|{label}|"
    stream = (byte for i in itertools.count() for byte in hmac.digest(seed, f"{name}{i}".encode(), "sha256"))
    cards = CARDS.copy()
    for last in range(51, 0, -1):
        other = next(byte for byte in stream if byte < 256 - 256 % (last + 1)) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def derive(seed, public, players, deals):
    yield f"seal {hashlib.sha256(seed).hexdigest()}"
    cutting = range(players)
    for number in itertools.count(1):
        drawn = dict(zip(cutting, shuffled(seed, public, f"cut:{number}"), strict=False))
        yield f"cut {number}: " + ", ".join(f"seat {seat} {card}" for seat, card in drawn.items())
        lowest = min(CARDS.index(card) // 4 for card in drawn.values())
        cutting = [seat for seat, card in drawn.items() if CARDS.index(card) // 4 == lowest]
        if len(cutting) == 1:
            break
    for number in range(1, deals + 1):
        dealer = (cutting[0] + number - 1) % players
        pack = iter(shuffled(seed, public, f"deal:{number}"))
        yield f"deal {number}: dealer {dealer}"
        for seat in (seat % players for seat in range(dealer + 1, dealer + players + 1)):
            size = 6 if players == 2 else 4 if players == 6 and seat % 3 == dealer % 3 else 5
            yield f"  seat {seat} {' '.join(sorted(itertools.islice(pack, size), key=CARDS.index))}"
        if players == 3:
            yield f"  crib {next(pack)}"
        yield f"  starter {next(pack)}"


if __name__ == "__main__":
    seed_hex, numbers, players = sys.argv[1:4]
    public = [int(number) for number in numbers.split(",") if number]
    deals = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    print(*derive(bytes.fromhex(seed_hex), public, int(players), deals), sep="\n")
