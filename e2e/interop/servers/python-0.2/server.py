"""a2a-sdk 0.2.x: JSON-RPC alone, at /."""

import sys
from pathlib import Path

import httpx
import uvicorn

from a2a.server import tasks
from a2a.server.apps import A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.types import AgentCapabilities, AgentCard, AgentSkill

sys.path.insert(0, str(Path(__file__).parent.parent / 'python-0.3'))
from executor import Interop  # noqa: E402

port = int(sys.argv[1])
card = AgentCard.model_validate(
    {
        'name': 'Interop agent',
        'description': 'Answers as it is told to.',
        'url': f'http://127.0.0.1:{port}/',
        'version': '1.0.0',
        'capabilities': AgentCapabilities.model_validate({'streaming': True, 'pushNotifications': True}),
        'defaultInputModes': ['text/plain'],
        'defaultOutputModes': ['text/plain'],
        'skills': [
            AgentSkill(
                id='interop', name='Interop', description='Echoes, counts, asks, waits.', tags=['test']
            )
        ],
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
