"""An agent of a2a-sdk 1.x that passes what it is asked on to others, each at the address it is started with, and joins what they answer."""

import asyncio
import sys
import uuid

import httpx
import uvicorn
from starlette.applications import Starlette

from a2a.client import ClientConfig, create_client
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types.a2a_pb2 import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentSkill,
    Message,
    Part,
    Role,
    SendMessageRequest,
)

port, others = int(sys.argv[1]), sys.argv[3:]


async def ask(address: str, text: str) -> str:
    message = Message(message_id=str(uuid.uuid4()), role=Role.ROLE_USER, parts=[Part(text=text)])
    events = 0
    async with httpx.AsyncClient(timeout=60) as http:
        client = await create_client(address, ClientConfig(httpx_client=http))
        async for _ in client.send_message(SendMessageRequest(message=message)):
            events += 1
    return f'{events} events'


class Planner(AgentExecutor):
    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        answers = await asyncio.gather(*(ask(address, context.get_user_input()) for address in others))
        await event_queue.enqueue_event(
            Message(
                message_id=str(uuid.uuid4()),
                role=Role.ROLE_AGENT,
                parts=[Part(text=', '.join(answers))],
                context_id=context.context_id,
            )
        )

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        pass


card = AgentCard(
    name='Planner',
    description='Asks other agents.',
    version='1.0.0',
    supported_interfaces=[
        AgentInterface(url=f'http://127.0.0.1:{port}/rpc', protocol_binding='JSONRPC', protocol_version='1.0')
    ],
    capabilities=AgentCapabilities(streaming=True),
    default_input_modes=['text/plain'],
    default_output_modes=['text/plain'],
    skills=[AgentSkill(id='plan', name='Plan', description='Asks other agents.', tags=['test'])],
)
handler = DefaultRequestHandler(agent_executor=Planner(), task_store=InMemoryTaskStore(), agent_card=card)
app = Starlette(routes=[*create_agent_card_routes(card), *create_jsonrpc_routes(handler, '/rpc')])
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
