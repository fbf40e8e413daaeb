"""a2a-sdk 0.3.x: JSON-RPC at /, HTTP+JSON at /rest, gRPC on the second port."""

import asyncio
import sys

import grpc
import httpx
from executor import Interop
from interop import SKILL, serve
from starlette.applications import Starlette
from starlette.routing import Mount

from a2a.grpc import a2a_pb2_grpc
from a2a.server.apps import A2ARESTFastAPIApplication, A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler, GrpcHandler
from a2a.server.tasks import (
    BasePushNotificationSender,
    InMemoryPushNotificationConfigStore,
    InMemoryTaskStore,
)
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill

port, grpc_port = int(sys.argv[1]), int(sys.argv[2])
origin = f'http://127.0.0.1:{port}'

card = AgentCard(
    name='Interop agent',
    description='Answers as it is told to.',
    url=f'{origin}/',
    version='1.0.0',
    preferred_transport='JSONRPC',
    additional_interfaces=[
        AgentInterface(url=f'{origin}/', transport='JSONRPC'),
        AgentInterface(url=f'{origin}/rest', transport='HTTP+JSON'),
        AgentInterface(url=f'127.0.0.1:{grpc_port}', transport='GRPC'),
    ],
    capabilities=AgentCapabilities(streaming=True, push_notifications=True),
    default_input_modes=['*/*'],
    default_output_modes=['text/plain'],
    skills=[AgentSkill(**SKILL)],
)


async def main() -> None:
    configs = InMemoryPushNotificationConfigStore()
    handler = DefaultRequestHandler(
        agent_executor=Interop(),
        task_store=InMemoryTaskStore(),
        push_config_store=configs,
        push_sender=BasePushNotificationSender(httpx.AsyncClient(), configs),
    )
    rest = A2ARESTFastAPIApplication(agent_card=card, http_handler=handler).build()
    rpc = A2AStarletteApplication(agent_card=card, http_handler=handler)
    app = Starlette(routes=[*rpc.routes(rpc_url='/'), Mount('/rest', app=rest)])

    server = grpc.aio.server()
    a2a_pb2_grpc.add_A2AServiceServicer_to_server(GrpcHandler(card, handler), server)
    await serve(app, port, server, grpc_port)


asyncio.run(main())
