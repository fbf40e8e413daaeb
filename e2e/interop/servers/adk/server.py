"""google-adk: to_a2a around an agent, as its guide has it; `sse` lets the model stream."""

import sys

import lisbon
import model
import uvicorn
from google.adk.a2a.converters.request_converter import convert_a2a_request_to_agent_run_request
from google.adk.a2a.executor.a2a_agent_executor import A2aAgentExecutor, A2aAgentExecutorConfig
from google.adk.a2a.utils.agent_to_a2a import to_a2a
from google.adk.agents import LlmAgent
from google.adk.agents.run_config import StreamingMode
from google.adk.tools import FunctionTool, LongRunningFunctionTool

port = int(sys.argv[1])


def streaming(request, convert_part):
    run = convert_a2a_request_to_agent_run_request(request, convert_part)
    run.run_config.streaming_mode = StreamingMode.SSE
    return run


agent = LlmAgent(
    name=lisbon.NAME,
    description=lisbon.DESCRIPTION,
    model=model.Fake(model='fake'),
    tools=[
        lisbon.weather,
        FunctionTool(model.book, require_confirmation=True),
        LongRunningFunctionTool(model.ask_desk),
    ],
)
config = A2aAgentExecutorConfig(request_converter=streaming)
options = (
    {'agent_executor_factory': lambda runner: A2aAgentExecutor(runner=runner, config=config)}
    if 'sse' in sys.argv
    else {}
)
app = to_a2a(agent, host='127.0.0.1', port=port, **options)
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
