"""pydantic-ai: agent_to_a2a of fasta2a around an agent with a FunctionModel; `instrument` has it write spans."""

import sys

import lisbon
import uvicorn
from fasta2a.pydantic_ai import agent_to_a2a
from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart
from pydantic_ai.models.function import DeltaToolCall, FunctionModel

port = int(sys.argv[1])


def asked(messages):
    """What the user said last, and whether the tool has answered since."""
    asked = [[part for part in each.parts if isinstance(part, UserPromptPart)] for each in messages]
    contents = [part.content for part in [each for each in asked if each][-1]]
    parts = [part for each in contents for part in ([each] if isinstance(each, str) else each)]
    answered = any(isinstance(part, ToolReturnPart) for part in messages[-1].parts)
    prompt = next((part for part in parts if isinstance(part, str)), '')
    return prompt, ', '.join('text' if isinstance(part, str) else type(part).__name__ for part in parts), answered


async def whole(messages, info):
    said = [token async for token in lisbon.say(*asked(messages))]
    text = TextPart(''.join(token for token in said if token is not None))
    return ModelResponse(parts=[text, *([ToolCallPart(*lisbon.CALL)] if None in said else [])])


async def streamed(messages, info):
    async for token in lisbon.say(*asked(messages)):
        yield token if token is not None else {1: DeltaToolCall(lisbon.CALL[0], '{"city": "Lisbon"}')}


if 'instrument' in sys.argv:
    Agent.instrument_all()
agent = Agent(FunctionModel(whole, stream_function=streamed), name=lisbon.NAME, tools=[lisbon.weather])
app = agent_to_a2a(agent, url=f'http://127.0.0.1:{port}', description=lisbon.DESCRIPTION)
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
