// A task as Parley's projections show it, reduced to what the cases compare.

import type { Part, TaskState } from '#shared/a2a/model.ts'
import { type List, values } from '#shared/collections/list.ts'
import { wholeParts } from '#shared/story/artifact-content.ts'
import type { TaskView } from '#shared/story/task-view.ts'
import { present } from './verdict.ts'

export interface SeenTask {
  readonly state: TaskState | undefined
  /** The states in the order in which they were reached. */
  readonly states: readonly TaskState[]
  /** Text of each artifact, its pieces joined. */
  readonly texts: readonly string[]
}

export function findView(tasks: List<TaskView>, taskId: string): SeenTask {
  const view = present(
    [...values(tasks)].find((task) => task.taskId === taskId),
    `task ${taskId} in the projection`,
  )
  const states = [...values(view.statuses)].flatMap((index) => {
    const fact = view.events.at(index)?.fact
    return fact?.kind === 'status' ? [fact.status.state] : []
  })
  const texts = [...values(view.artifacts)].map(({ content }) => textOf(wholeParts(content)))
  return { state: view.status?.state, states, texts }
}

export function textOf(parts: readonly Part[] | undefined): string {
  return (parts ?? []).map((part) => (part.kind === 'text' ? part.text : `[${part.kind}]`)).join('')
}
