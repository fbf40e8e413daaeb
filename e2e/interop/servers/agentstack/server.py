"""agentstack-sdk: its server around a function that yields what it says; a tool is told of by the trajectory extension."""

import sys
from typing import Annotated

import lisbon
from a2a.types import Message
from a2a.utils.message import get_message_text
from agentstack_sdk.a2a.extensions import TrajectoryExtensionServer, TrajectoryExtensionSpec
from agentstack_sdk.server import Server
from agentstack_sdk.server.context import RunContext

server = Server()


@server.agent(name=lisbon.NAME, description=lisbon.DESCRIPTION)
async def agent(
    message: Message,
    context: RunContext,
    trajectory: Annotated[TrajectoryExtensionServer, TrajectoryExtensionSpec()],
):
    prompt = get_message_text(message)
    came = ', '.join(part.root.kind for part in message.parts)
    async for token in lisbon.say(prompt, came):
        if token is not None:
            yield token
    if 'use the tool' in prompt:
        name, arguments = lisbon.CALL
        yield trajectory.trajectory_metadata(title=name, content=str(arguments))
        yield trajectory.trajectory_metadata(title=name, content=lisbon.weather(**arguments))
        async for token in lisbon.say(prompt, came, answered=True):
            yield token


server.run(host='127.0.0.1', port=int(sys.argv[1]), self_registration=False, configure_logger=False, log_level='warning')
