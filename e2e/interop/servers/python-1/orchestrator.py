"""An agent of a2a-sdk 1.x that asks others: `name: text; name: text` goes to each at its address, in the context that it was asked in."""

import asyncio
import sys
import uuid

import httpx
import uvicorn
from executor import says
from interop import SKILL
from starlette.applications import Starlette

from a2a.client import ClientConfig, create_client
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types.a2a_pb2 import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentSkill,
    Message,
    Part,
    Role,
    SendMessageRequest,
    Task,
    TaskState,
    TaskStatus,
)

port, given = int(sys.argv[1]), sys.argv[3:]
addresses = dict(each.split('=', 1) for each in given)


class Orchestrator(AgentExecutor):
    def __init__(self) -> None:
        self.waiting: dict[str, tuple[str, str]] = {}

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        said = context.get_user_input()
        if context.current_task is None:
            await event_queue.enqueue_event(
                Task(
                    id=context.task_id,
                    context_id=context.context_id,
                    status=TaskStatus(state=TaskState.TASK_STATE_SUBMITTED),
                    history=[context.message],
                )
            )
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        await updater.start_work()
        resumed = self.waiting.pop(context.task_id, None)
        if resumed:
            name, task_id = resumed
            answers = [await ask(name, said, context.context_id, task_id)]
        else:
            asked = [each.split(':', 1) for each in said.split(';')]
            answers = await asyncio.gather(
                *(ask(name.strip(), text.strip(), context.context_id) for name, text in asked)
            )
        for name, task in answers:
            if task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED:
                self.waiting[context.task_id] = (name, task.id)
                question = task.status.message.parts[0].text
                await updater.requires_input(message=says(f'{name} asks: {question}', context.context_id))
                return
        texts = [f'{name}: {part.text}' for name, task in answers for a in task.artifacts for part in a.parts]
        await updater.add_artifact([Part(text='\n'.join(texts))], name='answers')
        await updater.complete()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


async def ask(name: str, text: str, context_id: str, task_id: str = '') -> tuple[str, Task]:
    message = Message(
        message_id=str(uuid.uuid4()),
        role=Role.ROLE_USER,
        parts=[Part(text=text)],
        context_id=context_id,
        task_id=task_id,
    )
    task = Task()
    async with httpx.AsyncClient(timeout=60) as http:
        client = await create_client(addresses[name], ClientConfig(httpx_client=http))
        async for event in client.send_message(SendMessageRequest(message=message)):
            if event.HasField('task'):
                task = event.task
            elif event.HasField('status_update'):
                task.status.CopyFrom(event.status_update.status)
            elif event.HasField('artifact_update'):
                task.artifacts.append(event.artifact_update.artifact)
    return name, task


card = AgentCard(
    name='Planner',
    description='Asks other agents.',
    version='1.0.0',
    supported_interfaces=[
        AgentInterface(
            url=f'http://127.0.0.1:{port}/rpc', protocol_binding='JSONRPC', protocol_version='1.0'
        )
    ],
    capabilities=AgentCapabilities(streaming=True),
    default_input_modes=['text/plain'],
    default_output_modes=['text/plain'],
    skills=[AgentSkill(**SKILL)],
)
handler = DefaultRequestHandler(
    agent_executor=Orchestrator(), task_store=InMemoryTaskStore(), agent_card=card
)
app = Starlette(routes=[*create_agent_card_routes(card), *create_jsonrpc_routes(handler, '/rpc')])
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
