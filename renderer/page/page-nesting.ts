// A list in which webhook calls lie within the first request about their task, from all that match: as the engine folds it.

import type { ExchangeRow, ListedExchange } from '#shared/record/exchange-row.ts'

/** `all`: of the page, in the order in which they began; `open`: those requests whose calls are in the list. */
export function nestedIn(
  listed: readonly ExchangeRow[],
  all: readonly ExchangeRow[],
  open: readonly string[],
): readonly ListedExchange[] {
  const requests = new Map<string, string>()
  for (const { id, kind, taskId } of all)
    if (kind !== 'webhook' && taskId !== undefined && !requests.has(taskId)) requests.set(taskId, id)
  const ids = new Set(listed.map(({ id }) => id))
  const requestOf = ({ kind, taskId = '' }: ExchangeRow) => {
    const request = kind === 'webhook' ? requests.get(taskId) : undefined
    return request !== undefined && ids.has(request) ? request : undefined
  }
  const calls = Map.groupBy(
    all.filter(({ id }) => ids.has(id)),
    requestOf,
  )
  return listed.flatMap((row): readonly ListedExchange[] => {
    if (requestOf(row) !== undefined) return []
    const within = calls.get(row.id) ?? []
    if (within.length === 0) return [row]
    const shown = open.includes(row.id) ? within : []
    return [
      { ...row, webhookCalls: within.length },
      ...shown.map((call) => ({ ...call, isWithin: true as const })),
    ]
  })
}
