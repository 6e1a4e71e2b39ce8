"""The queue for connections. Those who have waited too long are sent away; those who give up leave at once."""

import asyncio
from collections import deque


class Turns:
    """So many may be served at a time, the others in the order in which they came."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: deque[asyncio.Future[bool]] = deque()

    async def take(self, seconds: float) -> bool:
        """Wait for a turn, at most so long; false if there was none. A turn has to be given back."""
        if self._free:
            self._free -= 1
            return True
        loop = asyncio.get_running_loop()
        place: asyncio.Future[bool] = loop.create_future()
        self._waiting.append(place)
        timer = loop.call_later(seconds, _send_away, place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.result():  # cancelled just when it came
                self.give_back()
            raise
        finally:
            timer.cancel()

    def give_back(self) -> None:
        """Let the next one have the turn."""
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(True)
                return
        self._free += 1


def _send_away(place: asyncio.Future[bool]) -> None:
    if not place.done():
        place.set_result(False)
