"""strands-agents: A2AServer around an agent; `compliant` streams in artifacts instead of states."""

import json
import sys

import lisbon
from strands import Agent, tool
from strands.models.model import Model
from strands.multiagent.a2a import A2AServer

port = int(sys.argv[1])


class Fake(Model):
    def update_config(self, **config):
        pass

    def get_config(self):
        return {}

    async def structured_output(self, *args, **kwargs):
        raise NotImplementedError
        yield

    async def stream(self, messages, *args, **kwargs):
        contents = messages[-1]['content']
        asked = [each['content'] for each in messages if each['role'] == 'user']
        prompt = next(part['text'] for each in reversed(asked) for part in each if 'text' in part)
        came = ', '.join(kind for part in contents for kind in part)
        yield {'messageStart': {'role': 'assistant'}}
        yield {'contentBlockStart': {'start': {}}}
        why = 'end_turn'
        async for token in lisbon.say(prompt, came, any('toolResult' in part for part in contents)):
            if token is not None:
                yield {'contentBlockDelta': {'delta': {'text': token}}}
                continue
            name, arguments = lisbon.CALL
            why = 'tool_use'
            yield {'contentBlockStop': {}}
            yield {'contentBlockStart': {'start': {'toolUse': {'toolUseId': 'call-1', 'name': name}}}}
            yield {'contentBlockDelta': {'delta': {'toolUse': {'input': json.dumps(arguments)}}}}
        yield {'contentBlockStop': {}}
        yield {'messageStop': {'stopReason': why}}


def agent_of(context_id: str) -> Agent:
    return Agent(
        name=lisbon.NAME, description=lisbon.DESCRIPTION, model=Fake(), tools=[tool(lisbon.weather)], callback_handler=None
    )


server = A2AServer(
    agent_factory=agent_of, host='127.0.0.1', port=port, enable_a2a_compliant_streaming='compliant' in sys.argv
)
server.serve(log_level='warning')
