import asyncio
import uuid

from google.protobuf import json_format, struct_pb2

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types.a2a_pb2 import Message, Part, Role, Task, TaskState, TaskStatus


def says(value: str, context_id: str) -> Message:
    return Message(
        message_id=str(uuid.uuid4()), role=Role.ROLE_AGENT, parts=[Part(text=value)], context_id=context_id
    )


GIFTS = {
    'file': Part(raw=b'Lisbon', filename='lisbon.txt', media_type='text/plain'),
    'link': Part(url='https://lisbon.example/map.png', filename='map.png', media_type='image/png'),
    'data': Part(data=json_format.ParseDict({'city': 'Lisbon', 'days': 3}, struct_pb2.Value())),
}
WAITING = (TaskState.TASK_STATE_INPUT_REQUIRED, TaskState.TASK_STATE_AUTH_REQUIRED)


class Interop(AgentExecutor):
    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        said = context.get_user_input()
        word, _, rest = said.partition(' ')
        if word == 'direct':
            await event_queue.enqueue_event(says('direct answer', context.context_id))
            return

        task = context.current_task
        if task is None:
            await event_queue.enqueue_event(
                Task(
                    id=context.task_id,
                    context_id=context.context_id,
                    status=TaskStatus(state=TaskState.TASK_STATE_SUBMITTED),
                    history=[context.message],
                )
            )
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)

        async def give(parts: list[Part], append: bool = False, last_chunk: bool = True) -> None:
            await updater.add_artifact(
                parts, artifact_id='answer', name='answer', append=append, last_chunk=last_chunk
            )

        if task is not None and task.status.state in WAITING:
            await give([Part(text=f'You chose: {said}')])
            await updater.complete()
            return
        await updater.start_work()
        if word == 'echo':
            await give([Part(text=f'echo: {rest}'), *context.message.parts[1:]])
            await updater.complete()
        elif word == 'count':
            for index, chunk in enumerate(['one ', 'two ', 'three']):
                await give([Part(text=chunk)], append=index > 0, last_chunk=index == 2)
            await updater.complete()
        elif word == 'ask':
            await updater.requires_input(message=says('Which one?', context.context_id))
        elif word == 'authorize':
            await updater.requires_auth(message=says('Who are you?', context.context_id))
            await asyncio.sleep(4)
        elif word == 'fail':
            await updater.failed(message=says('It broke.', context.context_id))
        elif word == 'reject':
            await updater.reject(message=says('Not here.', context.context_id))
        elif word in GIFTS:
            await give([GIFTS[word]])
            await updater.complete()
        elif word == 'slow':
            await asyncio.sleep(2.5)
            await give([Part(text='done slowly')])
            await updater.complete()
        elif word == 'wait':
            await asyncio.sleep(15)
        else:
            await updater.failed()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()
