"""a2a-sdk 0.2.x: JSON-RPC alone, at /."""

import sys

import httpx
import uvicorn
from executor import Interop
from interop import SKILL

from a2a.server import tasks
from a2a.server.apps import A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.types import AgentCapabilities, AgentCard, AgentSkill

port = int(sys.argv[1])
card = AgentCard.model_validate(
    {
        'name': 'Interop agent',
        'description': 'Answers as it is told to.',
        'url': f'http://127.0.0.1:{port}/',
        'version': '1.0.0',
        'capabilities': AgentCapabilities.model_validate({'streaming': True, 'pushNotifications': True}),
        'defaultInputModes': ['*/*'],
        'defaultOutputModes': ['text/plain'],
        'skills': [AgentSkill.model_validate(SKILL)],
    }
)


def push_options() -> dict:
    client = httpx.AsyncClient()
    if hasattr(tasks, 'InMemoryPushNotifier'):
        return {'push_notifier': tasks.InMemoryPushNotifier(client)}
    configs = tasks.InMemoryPushNotificationConfigStore()
    return {
        'push_config_store': configs,
        'push_sender': tasks.BasePushNotificationSender(client, configs),
    }


handler = DefaultRequestHandler(
    agent_executor=Interop(), task_store=tasks.InMemoryTaskStore(), **push_options()
)
app = A2AStarletteApplication(agent_card=card, http_handler=handler).build()
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
