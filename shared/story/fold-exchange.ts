// What one exchange brought, folded as the chat folds it.

import { dialectOf } from '../a2a/dialects.ts'
import { slice } from '../collections/list.ts'
import type { Entry } from '../record/entry.ts'
import { anyProblemOf } from './chat/send-problem.ts'
import { createProjection } from './projection.ts'
import { createReading } from './reading.ts'

export function foldExchange(entries: readonly Entry[], bodies: (hash: string) => string | undefined) {
  const projection = createProjection(createReading({ dialectOf, bodies }))
  projection.apply(entries)
  const { conversations, exchanges, tasks } = projection.snapshot()
  const messages = slice(conversations).flatMap(({ items }) =>
    slice(items).flatMap((item) => (item.kind === 'message' ? [item.message] : [])),
  )
  return {
    tasks: slice(tasks),
    sent: messages.find(({ origin }) => origin === 'sent'),
    replies: messages.filter(({ origin }) => origin === 'direct'),
    problems: slice(exchanges).flatMap((exchange) => anyProblemOf(exchange) ?? []),
  }
}
