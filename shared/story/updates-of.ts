import type { Result } from '../a2a/dialect.ts'
import type { Update } from '../a2a/model.ts'

/** What a result says about tasks. */
export function updatesOf(result: Result): readonly Update[] {
  switch (result.kind) {
    case 'update':
      return [result.update]
    case 'task':
      return [result]
    case 'tasks':
      return result.page.tasks.map((task) => ({ kind: 'task', task }))
    case 'push-config':
    case 'push-configs':
    case 'card':
    case 'nothing':
      return []
  }
}

/** The task an update names; a message may name none. */
export function taskIdOf(update: Update): string {
  switch (update.kind) {
    case 'task':
      return update.task.id
    case 'status':
      return update.status.taskId
    case 'artifact':
      return update.artifact.taskId
    case 'message':
      return update.message.taskId ?? ''
  }
}

export function contextIdOf(update: Update): string | undefined {
  switch (update.kind) {
    case 'task':
      return update.task.contextId
    case 'message':
      return update.message.contextId
    case 'status':
      return update.status.contextId
    case 'artifact':
      return update.artifact.contextId
  }
}
