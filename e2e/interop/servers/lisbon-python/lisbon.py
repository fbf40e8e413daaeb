"""What the fake model behind every framework says: a sentence in eighteen tokens, another one, a tool called, or a breakdown."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

NAME = 'lisbon'
DESCRIPTION = 'Tells of Lisbon'
FIRST = 'Lisbon is a city on the river Tagus. The hills, the trams, ha ha, and the the light.'
SECOND = 'The second answer: Porto is on the Douro, yes yes, and the the wine.'
CALL = ('weather', {'city': 'Lisbon'})


def weather(city: str) -> str:
    """Tell the weather of a city."""
    return f'sunny in {city}'


def tokens(prompt: str, came: str = '', answered: bool = False) -> Iterator[str | None]:
    """The model's tokens, each in its time; None once it wants the tool. `came`: the parts it was handed, by kind."""
    if 'failmid' not in prompt and 'fail' in prompt:
        raise RuntimeError('the model broke off')
    text = SECOND if 'Porto' in prompt else f'It came as: {came}' if 'what came' in prompt else FIRST
    calls = 'use the tool' in prompt and not answered
    if calls:
        text = 'Let me look that up.'
    for index, word in enumerate(text.split(' ')):
        if 'failmid' in prompt and index == 5:
            raise RuntimeError('the model broke off')
        time.sleep(0.4 if 'slow' in prompt else 0.02)
        yield word if index == 0 else f' {word}'
    if calls:
        yield None


async def say(prompt: str, came: str = '', answered: bool = False) -> AsyncIterator[str | None]:
    """The same for a loop that must go on meanwhile."""
    said = tokens(prompt, came, answered)
    done = object()
    while (token := await asyncio.to_thread(next, said, done)) is not done:
        yield token
