"""google-adk: to_a2a around an agent, as its guide has it; `sse` lets the model stream."""

import sys

import lisbon
import uvicorn
from google.adk.a2a.converters.request_converter import convert_a2a_request_to_agent_run_request
from google.adk.a2a.executor.a2a_agent_executor import A2aAgentExecutor, A2aAgentExecutorConfig
from google.adk.a2a.utils.agent_to_a2a import to_a2a
from google.adk.agents import LlmAgent
from google.adk.agents.run_config import StreamingMode
from google.adk.models import BaseLlm, LlmResponse
from google.genai import types

port = int(sys.argv[1])


class Fake(BaseLlm):
    async def generate_content_async(self, llm_request, stream=False):
        asked = [each.parts for each in llm_request.contents if each.role == 'user']
        prompt = next(part.text for parts in reversed(asked) for part in parts if part.text)
        came = ', '.join(kindOf(part) for part in asked[-1])
        answered = any(part.function_response for part in asked[-1])
        text, calls = '', False
        async for token in lisbon.say(prompt, came, answered):
            if token is None:
                calls = True
            else:
                text += token
                if stream:
                    yield LlmResponse(content=said([types.Part(text=token)]), partial=True)
        name, args = lisbon.CALL
        call = [types.Part(function_call=types.FunctionCall(name=name, args=args))] if calls else []
        yield LlmResponse(content=said([types.Part(text=text), *call]))


def said(parts: list[types.Part]) -> types.Content:
    return types.Content(role='model', parts=parts)


def kindOf(part: types.Part) -> str:
    if part.inline_data:
        return f'bytes {part.inline_data.mime_type}'
    return 'uri' if part.file_data else 'text'


def streaming(request, convert_part):
    run = convert_a2a_request_to_agent_run_request(request, convert_part)
    run.run_config.streaming_mode = StreamingMode.SSE
    return run


agent = LlmAgent(
    name=lisbon.NAME, description=lisbon.DESCRIPTION, model=Fake(model='fake'), tools=[lisbon.weather]
)
config = A2aAgentExecutorConfig(request_converter=streaming)
options = (
    {'agent_executor_factory': lambda runner: A2aAgentExecutor(runner=runner, config=config)}
    if 'sse' in sys.argv
    else {}
)
app = to_a2a(agent, host='127.0.0.1', port=port, **options)
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
