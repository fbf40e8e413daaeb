"""The client of a2a-sdk 1.x: each operation once, at the address and over the binding that it is given."""

import asyncio
import sys
from collections.abc import AsyncIterator
from typing import Any

import grpc
import httpx
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message as Proto
from operations import HOOK, UNKNOWN, every, run, subscribed

from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types.a2a_pb2 import (
    CancelTaskRequest,
    DeleteTaskPushNotificationConfigRequest,
    GetExtendedAgentCardRequest,
    GetTaskPushNotificationConfigRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTasksRequest,
    Message,
    Part,
    Role,
    SendMessageConfiguration,
    SendMessageRequest,
    StreamResponse,
    SubscribeToTaskRequest,
    Task,
    TaskPushNotificationConfig,
    TaskState,
)

base, binding = sys.argv[1:3]
made = 0


def say(text: str, **configuration: Any) -> SendMessageRequest:
    global made
    made += 1
    return SendMessageRequest(
        message=Message(message_id=f'message-{made}', role=Role.ROLE_USER, parts=[Part(text=text)]),
        configuration=SendMessageConfiguration(**configuration),
    )


def plain(value: Proto | None) -> Any:
    return None if value is None else MessageToDict(value)


def task_at_work(event: StreamResponse) -> str | None:
    update = event.status_update
    return update.task_id if update.status.state == TaskState.TASK_STATE_WORKING else None


async def main() -> None:
    async with httpx.AsyncClient(timeout=20) as http:
        resolver = A2ACardResolver(httpx_client=http, base_url=base)
        card = await resolver.get_agent_card()

        def client(streaming: bool) -> Any:
            config = ClientConfig(
                streaming=streaming,
                httpx_client=http,
                grpc_channel_factory=grpc.aio.insecure_channel,
                supported_protocol_bindings=[binding],
            )
            return ClientFactory(config).create(card)

        streams, sends = client(True), client(False)
        tasks: dict[str, Task] = {}

        async def send(name: str, request: SendMessageRequest) -> Any:
            async for response in sends.send_message(request):
                tasks[name] = response.task
                return plain(response)

        async def cancel() -> Any:
            await send('cancel', say('wait', return_immediately=True))
            return plain(await sends.cancel_task(CancelTaskRequest(id=tasks['cancel'].id)))

        def subscribe(task_id: str) -> AsyncIterator[StreamResponse]:
            return streams.subscribe(SubscribeToTaskRequest(id=task_id))

        async def ask(method: str, request: Proto) -> Any:
            return plain(await getattr(sends, method)(request))

        def of_question(request: type[Proto], **more: Any) -> Proto:
            return request(task_id=tasks['question'].id, **more)

        hook_id = HOOK['id']
        await run(
            [
                ('card', lambda: ask_card(resolver)),
                ('extended card', lambda: ask('get_extended_agent_card', GetExtendedAgentCardRequest())),
                ('send', lambda: send('send', say('echo hello wörld 🌍'))),
                ('stream', lambda: every(streams.send_message(say('count')), plain)),
                ('get', lambda: ask('get_task', GetTaskRequest(id=tasks['send'].id, history_length=10))),
                (
                    'list',
                    lambda: ask(
                        'list_tasks',
                        ListTasksRequest(context_id=tasks['send'].context_id, include_artifacts=True),
                    ),
                ),
                ('question', lambda: send('question', say('ask'))),
                (
                    'push set',
                    lambda: ask(
                        'create_task_push_notification_config',
                        of_question(TaskPushNotificationConfig, **HOOK),
                    ),
                ),
                (
                    'push get',
                    lambda: ask(
                        'get_task_push_notification_config',
                        of_question(GetTaskPushNotificationConfigRequest, id=hook_id),
                    ),
                ),
                (
                    'push list',
                    lambda: ask(
                        'list_task_push_notification_configs',
                        of_question(ListTaskPushNotificationConfigsRequest),
                    ),
                ),
                (
                    'push delete',
                    lambda: ask(
                        'delete_task_push_notification_config',
                        of_question(DeleteTaskPushNotificationConfigRequest, id=hook_id),
                    ),
                ),
                (
                    'subscribe',
                    lambda: subscribed(streams.send_message(say('slow')), task_at_work, subscribe, plain),
                ),
                ('cancel', cancel),
                ('unknown task', lambda: ask('get_task', GetTaskRequest(id=UNKNOWN))),
            ]
        )


async def ask_card(resolver: A2ACardResolver) -> Any:
    return plain(await resolver.get_agent_card())


asyncio.run(main())
