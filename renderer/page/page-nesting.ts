// A list in which webhook calls lie within the first request about their task, from all that match: as the engine folds it.

import type { ExchangeRow, ListedExchange } from '#shared/record/exchange-row.ts'

/** `all`: of the page, in the order in which they began; `open`: those requests whose calls are in the list. */
export function nestedIn(
  listed: readonly ExchangeRow[],
  all: readonly ExchangeRow[],
  open: readonly string[],
): readonly ListedExchange[] {
  const requests = firstRequests(all)
  const ids = new Set(listed.map(({ id }) => id))
  const requestOf = ({ kind, taskId = '' }: ExchangeRow) => {
    const request = kind === 'webhook' ? requests.get(taskId)?.id : undefined
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

/** Whether an exchange is a call of an agent, or a webhook call about a task that such a one began. */
export function ofAgent(agentId: string, all: readonly ExchangeRow[]): (row: ExchangeRow) => boolean {
  const requests = firstRequests(all)
  return (row) => (row.kind === 'webhook' ? requests.get(row.taskId ?? '')?.agentId : row.agentId) === agentId
}

function firstRequests(all: readonly ExchangeRow[]): ReadonlyMap<string, ExchangeRow> {
  const requests = new Map<string, ExchangeRow>()
  for (const row of all)
    if (row.kind !== 'webhook' && row.taskId !== undefined && !requests.has(row.taskId))
      requests.set(row.taskId, row)
  return requests
}
