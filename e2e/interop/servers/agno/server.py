"""agno: AgentOS with its A2A interface around an agent."""

import sys

import lisbon
import uvicorn
from agno.agent import Agent
from agno.models.base import Model
from agno.models.response import ModelResponse
from agno.os import AgentOS

port = int(sys.argv[1])


class Fake(Model):
    def asked(self, messages):
        asked = [each for each in messages if each.role == 'user'][-1]
        came = ['text', *(f'{kind} {len(getattr(asked, kind))}' for kind in ('images', 'files') if getattr(asked, kind))]
        return str(asked.content), ', '.join(came), messages[-1].role == 'tool'

    async def ainvoke_stream(self, messages, *args, **kwargs):
        async for token in lisbon.say(*self.asked(messages)):
            yield ModelResponse(role='assistant', content=token) if token is not None else self.call()

    async def ainvoke(self, messages, *args, **kwargs):
        response = ModelResponse(role='assistant', content='')
        async for token in lisbon.say(*self.asked(messages)):
            if token is not None:
                response.content += token
            else:
                response.tool_calls = self.call().tool_calls
        return response

    def call(self):
        function = {'name': lisbon.CALL[0], 'arguments': '{"city": "Lisbon"}'}
        return ModelResponse(tool_calls=[{'id': 'call-1', 'type': 'function', 'function': function}])

    def invoke(self, *args, **kwargs):
        raise NotImplementedError

    def invoke_stream(self, *args, **kwargs):
        raise NotImplementedError

    def _parse_provider_response(self, response, **kwargs):
        return response

    def _parse_provider_response_delta(self, response):
        return response


agent = Agent(
    id=lisbon.NAME, name=lisbon.NAME, description=lisbon.DESCRIPTION, model=Fake(id='fake'), tools=[lisbon.weather], telemetry=False
)
app = AgentOS(agents=[agent], a2a_interface=True, telemetry=False).get_app()
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
