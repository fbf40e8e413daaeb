"""What the clients of both versions have in common: operations one after another, a line of JSON for each."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

HOOK = {'id': 'hook-1', 'url': 'http://127.0.0.1:9/hook', 'token': 'interop-token'}
UNKNOWN = '00000000-0000-4000-8000-000000000000'


async def run(operations: list[tuple[str, Callable[[], Awaitable[Any]]]]) -> None:
    """What each returned, or why not."""
    for operation, act in operations:
        try:
            outcome = {'returned': await act()}
        except Exception as error:  # noqa: BLE001: whatever it is, it is what the client was given
            outcome = {'refused': {'name': type(error).__name__, 'message': str(error)}}
        print(json.dumps({'operation': operation, **outcome}, sort_keys=True, ensure_ascii=False))


async def every(stream: AsyncIterator[Any], plain: Callable[[Any], Any]) -> list[Any]:
    return [plain(event) async for event in stream]


async def subscribed(
    stream: AsyncIterator[Any],
    task_at_work: Callable[[Any], str | None],
    subscribe: Callable[[str], AsyncIterator[Any]],
    plain: Callable[[Any], Any],
) -> Any:
    """The events of a task's stream, and of another that is opened once the task is at work."""
    events, other = [], None
    async for event in stream:
        events.append(plain(event))
        task_id = task_at_work(event)
        if other is None and task_id:
            other = asyncio.create_task(every(subscribe(task_id), plain))
    return {'stream': events, 'subscribed': await other if other else None}
