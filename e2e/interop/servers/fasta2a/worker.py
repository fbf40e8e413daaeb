"""A worker takes one operation after the other, so whatever lasts goes on beside it."""

import asyncio
import uuid
from typing import Any

from fasta2a import Worker
from fasta2a.schema import Artifact, Message, Part, TaskIdParams, TaskSendParams


class Interop(Worker[Any]):
    async def run_task(self, params: TaskSendParams) -> None:
        parts = params['message']['parts']
        said = ''.join(part.get('text', '') for part in parts)
        word, _, rest = said.partition(' ')
        if word == 'wait':
            await self.storage.update_task(params['id'], state='working')
        elif word == 'slow':
            await self.storage.update_task(params['id'], state='working')
            self.later = asyncio.create_task(self.finish_slowly(params))
        elif word == 'ask':
            await self.ask(params, like=parts[0])
        elif word == 'count':
            chunks = [self.text(chunk, like=parts[0]) for chunk in ('one ', 'two ', 'three')]
            for index, chunk in enumerate(chunks):
                await self.show(params, [chunk], append=index > 0, last_chunk=index == 2)
            await self.keep(params, chunks)
        else:
            answer = [self.text(f'echo: {rest}', like=parts[0]), *parts[1:]]
            await self.show(params, answer)
            await self.keep(params, answer)

    async def finish_slowly(self, params: TaskSendParams) -> None:
        await asyncio.sleep(1.5)
        answer = [self.text('done slowly', like=params['message']['parts'][0])]
        await self.show(params, answer)
        await self.keep(params, answer)
        if hasattr(self, 'publish_status'):
            await self.publish_status(params['id'], params['context_id'], 'completed')
            await self.broker.event_bus.close(params['id'])

    async def ask(self, params: TaskSendParams, like: Part) -> None:
        question = Message(
            role='agent', parts=[self.text('Which one?', like)], message_id=str(uuid.uuid4())
        )
        if 'kind' in params['message']:
            question['kind'] = 'message'
        if hasattr(self, 'publish_status'):
            await self.publish_status(params['id'], params['context_id'], 'input-required', question)
        await self.storage.update_task(params['id'], state='input-required', new_messages=[question])

    async def show(
        self, params: TaskSendParams, parts: list[Part], append: bool = False, last_chunk: bool = True
    ) -> None:
        if hasattr(self, 'publish_artifact'):
            artifact = Artifact(artifact_id='answer', name='answer', parts=parts)
            await self.publish_artifact(
                params['id'], params['context_id'], artifact, append=append, last_chunk=last_chunk
            )

    async def keep(self, params: TaskSendParams, parts: list[Part]) -> None:
        artifact = Artifact(artifact_id='answer', name='answer', parts=parts)
        await self.storage.update_task(params['id'], state='completed', new_artifacts=[artifact])

    def text(self, value: str, like: Part) -> Part:
        """A text part in the shape this version reads: with `kind` before 1.0."""
        return {'kind': 'text', 'text': value} if 'kind' in like else {'text': value}

    async def cancel_task(self, params: TaskIdParams) -> None:
        await self.storage.update_task(params['id'], state='canceled')

    def build_message_history(self, history: list[Message]) -> list[Any]:
        return history

    def build_artifacts(self, result: Any) -> list[Artifact]:
        return [result]
