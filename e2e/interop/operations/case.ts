// One operation of the table on one interface: returns when the answer is right, throws otherwise.

import type { Result } from '#shared/a2a/dialect.ts'
import type { Message, Part, Task } from '#shared/a2a/model.ts'
import { isAtRest } from '#shared/a2a/task-states.ts'
import { taskIdOf } from '#shared/story/updates-of.ts'
import { type Caller, message } from '../caller.ts'
import { Mismatch } from '../verdict.ts'

export interface Case {
  readonly name: string
  run(caller: Caller, tools: CaseTools): Promise<void>
}

export interface CaseTools {
  /** The server answers messages at once and streams nothing. */
  readonly polls: boolean
}

export const words = (text: string): readonly Part[] => [{ kind: 'text', text }]

export function taskIn(result: Result): Task {
  if (result.kind === 'task') return result.task
  if (result.kind === 'update' && result.update.kind === 'task') return result.update.task
  throw new Mismatch(
    `a ${result.kind === 'update' ? result.update.kind : result.kind} came where a task should`,
  )
}

/** Sends, and polls until the task is at rest if the agent answers early. */
export async function finished(
  caller: Caller,
  parts: readonly Part[],
  place: Partial<Message> = {},
): Promise<Task> {
  const task = taskIn(await caller.ask({ kind: 'send', message: message(parts, place) }))
  return isAtRest(task.status.state) ? task : caller.settled(task.id)
}

/** Starts a longer task; resolves as soon as its id is reported. */
export async function started(
  caller: Caller,
  text: string,
  { polls }: CaseTools,
): Promise<{ readonly taskId: string; readonly ended: Promise<unknown> }> {
  if (polls) {
    const { id } = taskIn(
      await caller.ask({
        kind: 'send',
        message: message(words(text)),
        options: { returnImmediately: true },
      }),
    )
    return { taskId: id, ended: Promise.resolve() }
  }
  const { updates, done } = caller.open({ kind: 'stream', message: message(words(text)) })
  for await (const { decoded } of updates) {
    if (decoded.kind !== 'result') continue
    const taskId = taskIdOf(decoded.result)
    if (taskId !== '') return { taskId, ended: done }
  }
  throw new Mismatch('the stream ended before it named its task')
}
