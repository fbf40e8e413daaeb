// The exchanges and agents of a part of a session. A part has complete exchanges, as a frame means little without its
// request. Requests for cards are included.

import type { Selection } from '#shared/contract/session-files.ts'
import { parseFilter } from '#shared/filter/parse-filter.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { createSlices } from '../../platform/async.ts'
import type { SessionRecord } from '../../store/record.ts'

export interface SelectedExchanges {
  readonly ids: ReadonlySet<string> | undefined
  readonly agentIds: ReadonlySet<string> | undefined
}

const pageRows = 200

export async function selectExchanges(
  record: SessionRecord,
  sessionId: string,
  selection: Selection,
): Promise<SelectedExchanges> {
  if (selection.of === 'session') return { ids: undefined, agentIds: undefined }
  const isSelected = selectionIn(record, selection)
  const ids = new Set<string>()
  const agentIds = new Set<string>()
  const cards: { readonly id: string; readonly agentId: string }[] = []
  for await (const row of rowsOfSession(record, sessionId)) {
    const { id, agentId, kind } = row
    if (isSelected(row)) {
      ids.add(id)
      if (agentId !== undefined) agentIds.add(agentId)
    } else if (kind === 'card' && agentId !== undefined) cards.push({ id, agentId })
  }
  for (const { id, agentId } of cards) if (agentIds.has(agentId)) ids.add(id)
  return { ids, agentIds }
}

/** In the order of their beginnings. */
export async function* exchangeIdsOf(
  record: SessionRecord,
  sessionId: string,
  selection: Selection,
): AsyncGenerator<string> {
  const { ids } = await selectExchanges(record, sessionId, selection)
  for await (const { id } of rowsOfSession(record, sessionId)) if (ids === undefined || ids.has(id)) yield id
}

function selectionIn(
  record: SessionRecord,
  selection: Exclude<Selection, { readonly of: 'session' }>,
): (row: ExchangeRow) => boolean {
  switch (selection.of) {
    case 'context':
      return ({ contextId }) => contextId === selection.contextId
    case 'exchanges': {
      const requested = new Set(selection.exchangeIds)
      return ({ id }) => requested.has(id)
    }
    case 'task': {
      const exchanges = record.tasks.exchangesOf(selection.taskId)
      return ({ id }) => exchanges.has(id)
    }
  }
}

export async function* rowsOfSession(
  record: SessionRecord,
  sessionId: string,
  filter = '',
): AsyncGenerator<ExchangeRow> {
  const query = { terms: parseFilter(filter).terms, sessionId, agentsNamed: () => [], limit: pageRows }
  const breathe = createSlices()
  for (let offset = 0; ; offset += pageRows) {
    const { rows } = await record.exchanges.page({ ...query, offset })
    yield* rows
    if (rows.length < pageRows) return
    await breathe()
  }
}
