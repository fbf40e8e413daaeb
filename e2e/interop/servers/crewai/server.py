"""crewai: an agent with an A2AServerConfig; CrewAI has the card and the execution, the server around them is a2a-sdk's."""

import os
import sys

os.environ['CREWAI_DISABLE_TELEMETRY'] = os.environ['OTEL_SDK_DISABLED'] = 'true'
import lisbon  # noqa: E402
import uvicorn  # noqa: E402
from a2a.server.agent_execution import AgentExecutor  # noqa: E402
from a2a.server.apps import A2AStarletteApplication  # noqa: E402
from a2a.server.request_handlers import DefaultRequestHandler  # noqa: E402
from a2a.server.tasks import InMemoryTaskStore  # noqa: E402
from crewai import Agent, BaseLLM  # noqa: E402
from crewai.a2a import A2AServerConfig  # noqa: E402
from crewai.a2a.utils.task import cancel, execute  # noqa: E402
from crewai.tools import tool  # noqa: E402

port = int(sys.argv[1])


class Fake(BaseLLM):
    def call(self, messages, tools=None, callbacks=None, available_functions=None, **kwargs):
        asked = next(str(each['content']) for each in messages if 'Current Task:' in str(each['content']))
        prompt = asked.split('Current Task:')[1].split('This is the expected criteria')[0]
        came = 'text, data' if '"city"' in prompt else 'text'
        said = list(lisbon.tokens(prompt, came, answered=messages[-1] is not messages[1]))
        text = ''.join(token for token in said if token is not None)
        if None in said:
            return f'Thought: {text}\nAction: weather\nAction Input: {{"city": "Lisbon"}}'
        return f'Thought: I now know the answer\nFinal Answer: {text}'

    def supports_function_calling(self):
        return False


agent = Agent(
    role=lisbon.NAME,
    goal=lisbon.DESCRIPTION,
    backstory='It has been there.',
    llm=Fake(model='fake'),
    tools=[tool('weather')(lisbon.weather)],
    a2a=A2AServerConfig(url=f'http://127.0.0.1:{port}/'),
    max_retry_limit=0,
)


class Executor(AgentExecutor):
    async def execute(self, context, event_queue):
        await execute(agent, context, event_queue)

    async def cancel(self, context, event_queue):
        await cancel(context, event_queue)


handler = DefaultRequestHandler(agent_executor=Executor(), task_store=InMemoryTaskStore())
card = agent.to_agent_card(f'http://127.0.0.1:{port}/')
app = A2AStarletteApplication(agent_card=card, http_handler=handler).build()
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
