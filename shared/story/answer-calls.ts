// Answers what the contract asks of webhook calls: each with what it told, beside what else that stands, and its attempts.

import { at, slice } from '../collections/list.ts'
import type { EngineClient } from '../contract/contract.ts'
import type { WebhookCallRow } from '../contract/story.ts'
import { defined } from '../defined.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import type { Stories, ToldConversation, VersionOf } from './stories.ts'
import { attemptsOf, type TriedCall } from './webhook-attempts.ts'
import { twinOf } from './webhook-twin.ts'

export function answerCalls<Told extends ToldConversation>(
  stories: Stories<Told>,
  versionOf: VersionOf,
): Pick<EngineClient['story'], 'calls' | 'call'> {
  const callRows = async (rows: readonly ExchangeRow[]): Promise<readonly WebhookCallRow[]> => {
    const told = rows.map(({ id }) => stories.ofExchange(id))
    await stories.caughtUp(told)
    return rows.map((row, index) => callRow(row, told[index]))
  }
  return {
    calls: ({ seen, waitMs, ...query }, options) =>
      stories.followed({ seen, waitMs }, options, async () => {
        const { rows, total } = await stories.calls(query)
        const page = { rows: await callRows(rows), total }
        return { ...page, version: versionOf(`calls ${JSON.stringify(query)}`, page) }
      }),
    call: ({ seen, waitMs, exchangeId }, options) =>
      stories.followed({ seen, waitMs }, options, async () => {
        const exchange = await stories.exchange(exchangeId)
        const [row] = exchange ? await callRows([exchange]) : []
        const told = stories.ofExchange(exchangeId)
        const attempts = told ? attemptsOf(exchangeId, callsIn(told)) : []
        const answer = { row: row ?? null, attempts }
        return { ...answer, version: versionOf(`call ${exchangeId}`, answer) }
      }),
  }
}

function callsIn(told: ToldConversation): readonly TriedCall[] {
  const { exchanges, webhooks } = told.projection().snapshot()
  return slice(webhooks).flatMap((index) => {
    const view = at(exchanges, index)
    if (!view) return []
    const { id, startedAt, startedMonoMs, status, webhook } = view
    return { id, startedAt, startedMonoMs, ...(status && { status }), ...defined({ call: webhook }) }
  })
}

function callRow(row: ExchangeRow, told: ToldConversation | undefined): WebhookCallRow {
  const projection = told?.projection()
  const call = projection?.exchange(row.id)?.webhook
  if (!projection || !call) return row
  const { taskKey, landing } = call.told ?? {}
  const task = taskKey === undefined ? undefined : projection.task(taskKey)
  const event = task && landing ? task.events.at(landing.index) : undefined
  const twin = event && twinOf(event, row.id)
  return { ...row, call, ...defined({ twin }), ...(task?.foreign && { isStranger: true }) }
}
