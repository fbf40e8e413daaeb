"""The client of a2a-sdk 0.3.x: each operation once, at the address and over the binding that it is given."""

import asyncio
import sys
from collections.abc import AsyncIterator
from typing import Any

import grpc
import httpx
from operations import HOOK, UNKNOWN, every, run, subscribed
from pydantic import BaseModel

from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import (
    GetTaskPushNotificationConfigParams,
    Message,
    Part,
    PushNotificationConfig,
    Role,
    Task,
    TaskIdParams,
    TaskPushNotificationConfig,
    TaskQueryParams,
    TaskState,
    TextPart,
)

base, binding = sys.argv[1:3]
made = 0


def say(text: str) -> Message:
    global made
    made += 1
    return Message(message_id=f'message-{made}', role=Role.user, parts=[Part(root=TextPart(text=text))])


def plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return value.model_dump(mode='json', by_alias=True) if isinstance(value, BaseModel) else value


def task_at_work(event: Any) -> str | None:
    task = event[0] if isinstance(event, tuple) else None
    return task.id if task and task.status.state == TaskState.working else None


async def main() -> None:
    async with httpx.AsyncClient(timeout=20) as http:
        resolver = A2ACardResolver(httpx_client=http, base_url=base)
        card = await resolver.get_agent_card()

        def client(streaming: bool, polling: bool = False) -> Any:
            config = ClientConfig(
                streaming=streaming,
                polling=polling,
                httpx_client=http,
                grpc_channel_factory=grpc.aio.insecure_channel,
                supported_transports=[binding],
                use_client_preference=True,
            )
            return ClientFactory(config).create(card)

        streams, sends, polls = client(True), client(False), client(False, polling=True)
        tasks: dict[str, Task] = {}

        async def send(name: str, text: str, by: Any = sends) -> Any:
            async for event in by.send_message(say(text)):
                tasks[name] = event[0] if isinstance(event, tuple) else event
                return plain(event)

        async def cancel() -> Any:
            await send('cancel', 'wait', polls)
            return plain(await sends.cancel_task(TaskIdParams(id=tasks['cancel'].id)))

        def subscribe(task_id: str) -> AsyncIterator[Any]:
            return streams.resubscribe(TaskIdParams(id=task_id))

        async def ask(method: str, *given: Any) -> Any:
            return plain(await getattr(sends, method)(*given))

        def hook() -> TaskPushNotificationConfig:
            return TaskPushNotificationConfig(
                task_id=tasks['question'].id, push_notification_config=PushNotificationConfig(**HOOK)
            )

        def configured() -> GetTaskPushNotificationConfigParams:
            return GetTaskPushNotificationConfigParams(
                id=tasks['question'].id, push_notification_config_id=HOOK['id']
            )

        await run(
            [
                ('card', lambda: ask_card(resolver)),
                ('extended card', lambda: ask('get_card')),
                ('send', lambda: send('send', 'echo hello wörld 🌍')),
                ('stream', lambda: every(streams.send_message(say('count')), plain)),
                ('get', lambda: ask('get_task', TaskQueryParams(id=tasks['send'].id, history_length=10))),
                ('question', lambda: send('question', 'ask')),
                ('push set', lambda: ask('set_task_callback', hook())),
                ('push get', lambda: ask('get_task_callback', configured())),
                (
                    'subscribe',
                    lambda: subscribed(streams.send_message(say('slow')), task_at_work, subscribe, plain),
                ),
                ('cancel', cancel),
                ('unknown task', lambda: ask('get_task', TaskQueryParams(id=UNKNOWN))),
            ]
        )


async def ask_card(resolver: A2ACardResolver) -> Any:
    return plain(await resolver.get_agent_card())


asyncio.run(main())
