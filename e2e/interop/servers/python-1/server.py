"""a2a-sdk 1.x; the flag `compat` turns its 0.3 layer on, `name=…` names it, `http` leaves gRPC off its card. JSON-RPC at /rpc,
HTTP+JSON at /rest, gRPC on the second port."""

import asyncio
import sys

import grpc
import httpx
from executor import Interop
from interop import SKILL, serve
from starlette.applications import Starlette

from a2a.compat.v0_3 import a2a_v0_3_pb2_grpc
from a2a.compat.v0_3.grpc_handler import CompatGrpcHandler
from a2a.server.request_handlers import DefaultRequestHandler, GrpcHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import (
    BasePushNotificationSender,
    InMemoryPushNotificationConfigStore,
    InMemoryTaskStore,
)
from a2a.types import a2a_pb2_grpc
from a2a.types.a2a_pb2 import AgentCapabilities, AgentCard, AgentInterface, AgentSkill

port, grpc_port = int(sys.argv[1]), int(sys.argv[2])
compat = 'compat' in sys.argv[3:]
named = next((flag[5:] for flag in sys.argv[3:] if flag.startswith('name=')), 'Interop agent')
origin = f'http://127.0.0.1:{port}'


def ways(version: str) -> list[AgentInterface]:
    return [
        AgentInterface(url=url, protocol_binding=binding, protocol_version=version)
        for url, binding in [
            (f'{origin}/rpc', 'JSONRPC'),
            (f'{origin}/rest', 'HTTP+JSON'),
            *([] if 'http' in sys.argv[3:] else [(f'127.0.0.1:{grpc_port}', 'GRPC')]),
        ]
    ]


card = AgentCard(
    name=named,
    description='Answers as it is told to.',
    version='1.0.0',
    supported_interfaces=[*ways('1.0'), *(ways('0.3') if compat else [])],
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
        agent_card=card,
        push_config_store=configs,
        push_sender=BasePushNotificationSender(httpx.AsyncClient(), configs, None),
    )
    app = Starlette(
        routes=[
            *create_agent_card_routes(card),
            *create_jsonrpc_routes(handler, '/rpc', enable_v0_3_compat=compat),
            *create_rest_routes(handler, enable_v0_3_compat=compat, path_prefix='/rest'),
        ]
    )
    server = grpc.aio.server()
    a2a_pb2_grpc.add_A2AServiceServicer_to_server(GrpcHandler(handler), server)
    if compat:
        a2a_v0_3_pb2_grpc.add_A2AServiceServicer_to_server(CompatGrpcHandler(handler), server)
    await serve(app, port, server, grpc_port)


asyncio.run(main())
