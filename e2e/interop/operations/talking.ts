// Messages and their answers: at once, piece by piece, and over two turns.

import { message } from '../caller.ts'
import { textOf } from '../seen-task.ts'
import { expect, Mismatch, present } from '../verdict.ts'
import { type Case, finished, words } from './case.ts'

export const talking: readonly Case[] = [
  {
    name: 'send',
    async run(caller) {
      const task = await finished(caller, words('echo hello wörld 🌍'))
      expect(task.status.state, 'completed', 'the state')
      expect(
        task.artifacts?.map(({ parts }) => textOf(parts)),
        ['echo: hello wörld 🌍'],
        'the artifacts',
      )
      expect((await caller.seen(task.id)).texts, ['echo: hello wörld 🌍'], 'what the projection shows')
    },
  },
  {
    name: 'message',
    async run(caller) {
      const result = await caller.ask({ kind: 'send', message: message(words('direct')) })
      if (result.kind !== 'update' || result.update.kind !== 'message') throw new Mismatch('no message came')
      expect(result.update.message.role, 'agent', 'the role')
      expect(textOf(result.update.message.parts), 'direct answer', 'the text')
    },
  },
  {
    name: 'stream',
    async run(caller) {
      const updates = await caller.stream({ kind: 'stream', message: message(words('count')) })
      const chunks = updates.flatMap((update) =>
        update.kind === 'artifact' ? [textOf(update.artifact.artifact.parts)] : [],
      )
      expect(chunks, ['one ', 'two ', 'three'], 'the chunks')
      const first = present(
        updates.find((update) => update.kind === 'artifact'),
        'artifact event',
      )
      const seenTask = await caller.seen(first.artifact.taskId)
      expect(seenTask.texts, ['one two three'], 'the artifact assembled')
      expect(seenTask.state, 'completed', 'the state at the end')
    },
  },
  {
    name: 'multi-turn',
    async run(caller) {
      const request = await finished(caller, words('ask'))
      expect(request.status.state, 'input-required', 'the state after the question')
      expect(textOf(request.status.message?.parts), 'Which one?', 'the question')
      const place = { taskId: request.id, ...(request.contextId && { contextId: request.contextId }) }
      const answered = await finished(caller, words('the blue one'), place)
      expect(answered.id, request.id, 'the task resumed')
      expect(answered.status.state, 'completed', 'the state at the end')
      expect(
        answered.artifacts?.map(({ parts }) => textOf(parts)),
        ['You chose: the blue one'],
        'the artifacts',
      )
      const { states } = await caller.seen(request.id)
      expect([states.includes('input-required'), states.at(-1)], [true, 'completed'], 'the states shown')
    },
  },
]
