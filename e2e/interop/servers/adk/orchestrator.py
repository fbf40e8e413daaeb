"""google-adk: an agent that asks others, RemoteA2aAgent as its guide has it. `name: text; name: text` calls each as a tool; a
text without a colon hands the conversation over to the agent that is its last word, else to the one that had it before."""

import sys

import uvicorn
from google.adk.a2a.utils.agent_to_a2a import to_a2a
from google.adk.agents import LlmAgent
from google.adk.agents.remote_a2a_agent import AGENT_CARD_WELL_KNOWN_PATH, RemoteA2aAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.tools.agent_tool import AgentTool
from google.genai import types

port, given = int(sys.argv[1]), sys.argv[3:]
addresses = dict(each.split('=', 1) for each in given)


class Fake(BaseLlm):
    """What a model would do: it calls the tools that it is told of, and says what came back."""

    async def generate_content_async(self, llm_request, stream=False):
        last = llm_request.contents[-1].parts
        answers = [part.function_response for part in last if part.function_response]
        if answers:
            text = '\n'.join(f'{answer.name}: {answer.response.get("result")}' for answer in answers)
            yield LlmResponse(content=said([types.Part(text=text)]))
            return
        asked = next(part.text for part in reversed(last) if part.text)
        before = [part.function_call for each in llm_request.contents for part in each.parts]
        agents = [one.args['agent_name'] for one in before if one and one.name == 'transfer_to_agent']
        yield LlmResponse(content=said([call(each, agents) for each in asked.split(';')]))


def call(asked: str, agents: list[str]) -> types.Part:
    name, mark, text = asked.partition(':')
    if not mark:
        word = asked.split()[-1]
        args = {'agent_name': word if word in addresses else agents[-1]}
        return types.Part(function_call=types.FunctionCall(name='transfer_to_agent', args=args))
    args = {'request': text.strip()}
    return types.Part(function_call=types.FunctionCall(name=f'ask_{name.strip()}', args=args))


def said(parts: list[types.Part]) -> types.Content:
    return types.Content(role='model', parts=parts)


def remote(name: str, prefix: str = '') -> RemoteA2aAgent:
    return RemoteA2aAgent(
        name=f'{prefix}{name}',
        description=f'Knows about {name}',
        agent_card=f'{addresses[name]}{AGENT_CARD_WELL_KNOWN_PATH}',
    )


planner = LlmAgent(
    name='planner',
    description='Asks other agents.',
    model=Fake(model='fake'),
    sub_agents=[remote(name) for name in addresses],
    tools=[AgentTool(agent=remote(name, 'ask_')) for name in addresses],
)
app = to_a2a(planner, host='127.0.0.1', port=port)
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
