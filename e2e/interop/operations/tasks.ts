// Operations on an existing task.

import { textOf } from '../seen-task.ts'
import { expect, Mismatch, present } from '../verdict.ts'
import { type Case, finished, started, taskIn, words } from './case.ts'

export const tasks: readonly Case[] = [
  {
    name: 'get',
    async run(caller) {
      const sent = await finished(caller, words('echo keep this'))
      const task = taskIn(await caller.ask({ kind: 'get', taskId: sent.id, historyLength: 10 }))
      expect(task.id, sent.id, 'the id')
      expect(task.contextId, sent.contextId, 'the context')
      expect(task.status.state, 'completed', 'the state')
      expect(
        task.artifacts?.map(({ parts }) => textOf(parts)),
        ['echo: keep this'],
        'the artifacts',
      )
    },
  },
  {
    name: 'list',
    async run(caller) {
      const sent = await finished(caller, words('echo list this'))
      await finished(caller, words('echo in another context'))
      const contextId = present(sent.contextId, 'context id')
      const result = await caller.ask({ kind: 'list', contextId, includeArtifacts: true, pageSize: 10 })
      if (result.kind !== 'tasks') throw new Mismatch(`a ${result.kind} came where a page should`)
      expect(
        result.page.tasks.map((task) => [
          task.id,
          task.status.state,
          task.artifacts?.map(({ parts }) => textOf(parts)),
        ]),
        [[sent.id, 'completed', ['echo: list this']]],
        'the tasks of the context',
      )
    },
  },
  {
    name: 'cancel',
    async run(caller, tools) {
      const { taskId } = await started(caller, 'wait', tools)
      const task = taskIn(await caller.ask({ kind: 'cancel', taskId }))
      expect(task.id, taskId, 'the task answered')
      const after = await caller.settled(taskId)
      expect(after.status.state, 'canceled', 'the state afterwards')
      expect((await caller.seen(taskId)).state, 'canceled', 'the state shown')
    },
  },
  {
    name: 'stream after cancel',
    async run(caller, tools) {
      if (tools.polls) throw new Mismatch('the server streams nothing')
      const { taskId, ended } = await started(caller, 'wait', tools)
      await caller.ask({ kind: 'cancel', taskId })
      const late = new Promise<'open'>((resolve) => setTimeout(resolve, 4_000, 'open'))
      if ((await Promise.race([ended, late])) === 'open')
        throw new Mismatch('the stream of a canceled task stays open')
      expect((await caller.seen(taskId)).state, 'canceled', 'the state shown')
    },
  },
  {
    name: 'subscribe',
    async run(caller, tools) {
      const { taskId, ended } = await started(caller, 'slow', tools)
      const updates = await caller.stream({ kind: 'subscribe', taskId })
      const texts = updates.flatMap((update) =>
        update.kind === 'artifact' ? [textOf(update.artifact.artifact.parts)] : [],
      )
      expect(texts, ['done slowly'], 'the artifacts heard by the second listener')
      const states = updates.flatMap((update) =>
        update.kind === 'status'
          ? [update.status.status.state]
          : update.kind === 'task'
            ? [update.task.status.state]
            : [],
      )
      expect(states.at(-1), 'completed', 'the last state heard by the second listener')
      await ended
      const seenTask = await caller.seen(taskId)
      expect(
        [seenTask.state, seenTask.texts],
        ['completed', ['done slowly']],
        'what the projection shows of both',
      )
    },
  },
]
