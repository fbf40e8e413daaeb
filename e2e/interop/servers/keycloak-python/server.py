"""a2a-sdk 1.x behind Keycloak: JSON-RPC at /rpc and HTTP+JSON at /rest for who has a token of its realm "interop"."""

import json
import sys
from pathlib import Path
from typing import Any

import jwt
import uvicorn
from executor import Interop
from google.protobuf import json_format
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types.a2a_pb2 import AgentCard

port, _, keycloak = int(sys.argv[1]), sys.argv[2], sys.argv[3]
origin = f'http://127.0.0.1:{port}'
issuer = f'{keycloak}/realms/interop'
metadata = '/.well-known/oauth-protected-resource'
# Tokens it has taken, and those it takes no longer.
taken: set[str] = set()
forgotten: set[str] = set()
keys = jwt.PyJWKClient(f'{issuer}/protocol/openid-connect/certs')

template = (Path(__file__).parent.parent / 'keycloak-agent' / 'card.json').read_text()
card = json_format.Parse(template.replace('ORIGIN', origin).replace('KEYCLOAK', keycloak), AgentCard())


def refusal(status: int, **parameters: str) -> JSONResponse:
    named = {'realm': 'interop', **parameters, 'resource_metadata': f'{origin}{metadata}'}
    challenge = 'Bearer ' + ', '.join(f'{name}="{value}"' for name, value in named.items())
    return JSONResponse({'detail': 'refused'}, status, {'WWW-Authenticate': challenge})


def scopes_of(token: str) -> set[str]:
    key = keys.get_signing_key_from_jwt(token)
    claims = jwt.decode(token, key, algorithms=['RS256'], audience='interop-agent', issuer=issuer)
    taken.add(token)
    return set(claims.get('scope', '').split())


class Guard:
    """Before the SDK's routes; the body that it reads is read by them again."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope['type'] != 'http' or not scope['path'].startswith(('/rpc', '/rest')):
            return await self.app(scope, receive, send)
        request = Request(scope, receive)
        body = await request.body()
        refused = await self.refusal(request, body)
        if refused is not None:
            return await refused(scope, receive, send)
        rest = [{'type': 'http.request', 'body': body, 'more_body': False}]

        async def again() -> Any:
            return rest.pop() if rest else await receive()

        return await self.app(scope, again, send)

    async def refusal(self, request: Request, body: bytes) -> JSONResponse | None:
        kind, _, token = request.headers.get('authorization', '').partition(' ')
        if kind.lower() != 'bearer':
            return refusal(401, scope='agent:talk')
        if token in forgotten:
            return refusal(401, error='invalid_token')
        try:
            scopes = await run_in_threadpool(scopes_of, token)
        except jwt.PyJWTError:
            return refusal(401, error='invalid_token')
        needed = {'agent:talk'}
        if request.url.path.endswith('/message:stream') or method_of(body) == 'SendStreamingMessage':
            needed.add('agent:stream')
        return None if needed <= scopes else refusal(
            403, error='insufficient_scope', scope=' '.join(sorted(needed))
        )


def method_of(body: bytes) -> str:
    try:
        return json.loads(body)['method']
    except (ValueError, KeyError, TypeError):
        return ''


async def resource(_: Request) -> JSONResponse:
    return JSONResponse({'resource': origin, 'authorization_servers': [issuer]})


async def forget(_: Request) -> Response:
    forgotten.update(taken)
    return Response(status_code=204)


handler = DefaultRequestHandler(
    agent_executor=Interop(), task_store=InMemoryTaskStore(), agent_card=card
)
app = Starlette(
    routes=[
        Route(metadata, resource),
        Route('/forget', forget, methods=['POST']),
        *create_agent_card_routes(card),
        *create_jsonrpc_routes(handler, '/rpc'),
        *create_rest_routes(handler, path_prefix='/rest'),
    ],
    middleware=[Middleware(Guard)],
)
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
