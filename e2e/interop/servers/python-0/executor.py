import asyncio
import base64

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import DataPart, FilePart, FileWithBytes, FileWithUri, Part, TaskState, TextPart
from a2a.utils import new_agent_text_message, new_task


def text(value: str) -> Part:
    return Part(root=TextPart(text=value))


PLAIN = FileWithBytes(
    bytes=base64.b64encode(b'Lisbon').decode(), name='lisbon.txt', mime_type='text/plain'
)
MAP = FileWithUri(uri='https://lisbon.example/map.png', name='map.png', mime_type='image/png')
GIFTS = {
    'file': Part(root=FilePart(file=PLAIN)),
    'link': Part(root=FilePart(file=MAP)),
    'data': Part(root=DataPart(data={'city': 'Lisbon', 'days': 3})),
}
ENDS = {
    'authorize': (TaskState.auth_required, 'Who are you?'),
    'fail': (TaskState.failed, 'It broke.'),
    'reject': (TaskState.rejected, 'Not here.'),
}
WAITING = (TaskState.input_required, TaskState.auth_required)


class Interop(AgentExecutor):
    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        said = context.get_user_input()
        word, _, rest = said.partition(' ')
        if word == 'direct':
            await event_queue.enqueue_event(new_agent_text_message('direct answer'))
            return

        task = context.current_task
        if task is None:
            await event_queue.enqueue_event(new_task(context.message))
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)

        async def give(parts: list[Part], append: bool = False, last_chunk: bool = True) -> None:
            await updater.add_artifact(
                parts, artifact_id='answer', name='answer', append=append, last_chunk=last_chunk
            )

        if task is not None and task.status.state in WAITING:
            await give([text(f'You chose: {said}')])
            await updater.complete()
            return
        await updater.update_status(TaskState.working)
        if word == 'echo':
            await give([text(f'echo: {rest}'), *context.message.parts[1:]])
            await updater.complete()
        elif word == 'count':
            for index, chunk in enumerate(['one ', 'two ', 'three']):
                await give([text(chunk)], append=index > 0, last_chunk=index == 2)
            await updater.complete()
        elif word == 'ask':
            await updater.update_status(
                TaskState.input_required, message=updater.new_agent_message([text('Which one?')]), final=True
            )
        elif word in ENDS:
            state, reason = ENDS[word]
            await updater.update_status(state, message=updater.new_agent_message([text(reason)]), final=True)
        elif word in GIFTS:
            await give([GIFTS[word]])
            await updater.complete()
        elif word == 'slow':
            await asyncio.sleep(2.5)
            await give([text('done slowly')])
            await updater.complete()
        elif word == 'wait':
            await asyncio.sleep(15)
        else:
            await updater.failed()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        await TaskUpdater(event_queue, context.task_id, context.context_id).update_status(
            TaskState.canceled, final=True
        )
