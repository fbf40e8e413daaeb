// What the agent reported of a task while it ran, as a document to compare with what it stores.

import type { Artifact, TaskStatus } from '../a2a/model.ts'
import { at, slice } from '../collections/list.ts'
import { defined } from '../defined.ts'
import { wholeParts } from './artifact-content.ts'
import type { TaskEvent, TaskView } from './task-view.ts'

export interface StreamedTask {
  /** The last state that did not arrive by poll alone: a poll returns what the agent stores. */
  readonly status?: TaskStatus
  readonly artifacts: readonly Pick<Artifact, 'artifactId' | 'name' | 'parts'>[]
}

export function streamedTask(task: TaskView): StreamedTask {
  const status = streamedStatus(task)
  const artifacts = slice(task.artifacts).filter(({ assembled }) => assembled.pieces > 0)
  return {
    ...defined({ status }),
    artifacts: artifacts.map(({ artifactId, name, assembled }) => ({
      artifactId,
      ...defined({ name }),
      parts: wholeParts(assembled),
    })),
  }
}

function streamedStatus({ statuses, events }: TaskView): TaskStatus | undefined {
  for (let index = statuses.length - 1; index >= 0; index--) {
    const event = events.at(at(statuses, index) ?? 0)
    if (event?.fact.kind === 'status' && !event.fact.late && isUnsolicited(event)) return event.fact.status
  }
  return undefined
}

function isUnsolicited({ first, others }: TaskEvent): boolean {
  return first.source !== 'poll' || slice(others).some(({ source }) => source !== 'poll')
}
