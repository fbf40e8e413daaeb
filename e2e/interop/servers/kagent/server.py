"""kagent-adk: the app of an agent as its command line starts it, with what its cluster keeps held in memory."""

import sys

import lisbon
import model
import uvicorn
from a2a.types import AgentCapabilities, AgentCard, AgentSkill
from google.adk.agents import LlmAgent
from google.adk.tools import LongRunningFunctionTool
from kagent.adk import KAgentApp
from kagent.adk._approval import make_approval_callback

port = int(sys.argv[1])


def agent() -> LlmAgent:
    return LlmAgent(
        name=lisbon.NAME,
        description=lisbon.DESCRIPTION,
        model=model.Fake(model='fake'),
        tools=[lisbon.weather, model.book, LongRunningFunctionTool(model.ask_desk)],
        before_tool_callback=make_approval_callback({'book'}),
    )


card = AgentCard(
    name=lisbon.NAME,
    description=lisbon.DESCRIPTION,
    url=f'http://127.0.0.1:{port}/',
    version='1.0.0',
    capabilities=AgentCapabilities(streaming=True),
    default_input_modes=['text/plain'],
    default_output_modes=['text/plain'],
    skills=[AgentSkill(id='lisbon', name='Lisbon', description=lisbon.DESCRIPTION, tags=['city'])],
)
# Nothing listens there: a local app asks no cluster.
app = KAgentApp(agent, card, 'http://127.0.0.1:9', lisbon.NAME).build(local=True)
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
