// Filters exchanges in a page: the same conditions as in the engine, over the content of the page.

import type { Inputs } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import type { FilteredExchange } from '#shared/filter/condition.ts'
import { agentsNamed, filterCondition } from '#shared/filter/filter-condition.ts'
import { parseFilter } from '#shared/filter/parse-filter.ts'
import { maxIndexedBytes, searchText } from '#shared/filter/search-text.ts'
import type { Entry } from '#shared/record/entry.ts'
import { compareValues, type ExchangeOrder, orderFacts } from '#shared/record/exchange-order.ts'
import type { ExchangeRow, ListedExchange } from '#shared/record/exchange-row.ts'
import { unpack } from '#shared/record/run.ts'
import type { PageData } from './page-data.ts'

export type ListFilter = Pick<
  Inputs['console']['position'],
  'filter' | 'after' | 'agentId' | 'order' | 'nested'
>

export function createFilteredList(data: PageData): (filter: ListFilter) => readonly ListedExchange[] {
  const { opened, exchanges } = data
  const all = exchanges.map((row) => filtered(data, row))
  const named = agentsNamed(opened.session.agents)
  return ({ filter, after = 0, agentId, order, nested }) => {
    const { terms } = parseFilter(filter)
    const { matches } = filterCondition({ terms, after, agentsNamed: named, ...defined({ agentId }) })
    const isOfAgent = agentId === undefined ? () => true : ofAgent(agentId, exchanges)
    const listed = all.filter(matches).flatMap(({ row }) => (isOfAgent(row) ? [row] : []))
    const inOrder = order ? sorted(listed, order, opened.session.agents) : listed
    return nested ? nestedIn(inOrder, exchanges, nested) : inOrder
  }
}

function sorted(
  rows: readonly ExchangeRow[],
  { by, descending }: ExchangeOrder,
  agents: PageData['opened']['session']['agents'],
): readonly ExchangeRow[] {
  const { sortValue } = orderFacts(by, agents)
  const all = rows.toSorted((a, b) => compareValues(sortValue(a), sortValue(b)))
  return descending ? all.reverse() : all
}

export function textIn({ body }: PageData): (entry: Entry) => string {
  return (entry) =>
    searchText(entry, (hash) => new TextDecoder().decode(body(hash)?.subarray(0, maxIndexedBytes)))
}

function filtered(data: PageData, row: ExchangeRow): FilteredExchange {
  const { opened, rowsOf } = data
  const textOf = textIn(data)
  return {
    row,
    sessionName: opened.session.name,
    get taskIds() {
      return rowsOf(row.id).flatMap(({ taskId }) => taskId ?? [])
    },
    get rules() {
      const findings = rowsOf(row.id).flatMap(({ packed }) =>
        packed.kind === 'run' ? [] : (packed.findings ?? []),
      )
      return findings.map(({ rule }) => ` ${rule}`).join('')
    },
    // Unpacks row by row: all entries of a long stream at once would take more memory than the page itself.
    someText: (isSo) =>
      rowsOf(row.id).some(({ packed }) => unpack([packed]).some((entry) => isSo(textOf(entry)))),
  }
}

// Nests webhook calls below the first request about their task, as the engine does.

/** `all`: the exchanges of the page in the order of their start; `open`: the requests whose webhook calls are listed. */
function nestedIn(
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

/** Whether an exchange is a call to an agent, or a webhook call about a task that a call to it began. */
function ofAgent(agentId: string, all: readonly ExchangeRow[]): (row: ExchangeRow) => boolean {
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
