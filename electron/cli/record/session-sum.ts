import type { SessionView } from '#shared/contract/sessions.ts'
import { counted } from '#shared/format-count.ts'

/** The last line of what was recorded until it was stopped, as JSON and as text. */
export function sessionSum({ id, exchanges, tasks, findings }: SessionView) {
  return {
    line: { done: { sessionId: id, exchanges, tasks, findings } },
    text: () =>
      `Session ${id}: ${counted(exchanges, 'exchange')}, ${counted(tasks, 'task')}, ${counted(findings, 'finding')}`,
  }
}
