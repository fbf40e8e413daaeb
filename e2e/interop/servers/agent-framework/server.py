"""Microsoft agent-framework: its A2AExecutor in a2a-sdk's server, as its guide has it; `stream` streams."""

import sys

import lisbon
import uvicorn
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill
from agent_framework import (
    Agent,
    BaseChatClient,
    ChatResponse,
    ChatResponseUpdate,
    Content,
    FunctionInvocationLayer,
    Message,
    ResponseStream,
)
from agent_framework.a2a import A2AExecutor
from starlette.applications import Starlette

port = int(sys.argv[1])
stream = 'stream' in sys.argv


class Fake(FunctionInvocationLayer, BaseChatClient):
    def _inner_get_response(self, *, messages, stream, options, **kwargs):
        updates = self.updates(messages)
        if stream:
            return ResponseStream(updates, finalizer=ChatResponse.from_updates)
        return self.whole(updates)

    async def whole(self, updates):
        return ChatResponse.from_updates([each async for each in updates])

    async def updates(self, messages):
        prompt = next(each.text for each in reversed(messages) if each.role == 'user')
        async for token in lisbon.say(prompt, 'text', messages[-1].role == 'tool'):
            name, arguments = lisbon.CALL
            said = (
                Content.from_text(token)
                if token is not None
                else Content.from_function_call('call-1', name, arguments=arguments)
            )
            yield ChatResponseUpdate(role='assistant', contents=[said])


card = AgentCard(
    name=lisbon.NAME,
    description=lisbon.DESCRIPTION,
    version='1.0.0',
    default_input_modes=['text'],
    default_output_modes=['text'],
    capabilities=AgentCapabilities(streaming=True),
    supported_interfaces=[
        AgentInterface(url=f'http://127.0.0.1:{port}/', protocol_binding='JSONRPC', protocol_version='1.0')
    ],
    skills=[AgentSkill(id='lisbon', name='Lisbon', description=lisbon.DESCRIPTION, tags=['test'])],
)
agent = Agent(client=Fake(), name=lisbon.NAME, tools=[lisbon.weather])
handler = DefaultRequestHandler(
    agent_executor=A2AExecutor(agent, stream=stream), task_store=InMemoryTaskStore(), agent_card=card
)
routes = [*create_agent_card_routes(card), *create_jsonrpc_routes(handler, '/')]
uvicorn.run(Starlette(routes=routes), host='127.0.0.1', port=port, log_level='warning')
