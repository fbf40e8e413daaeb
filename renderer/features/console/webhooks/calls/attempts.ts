// The tries of one notification, from the first that was refused to the last, and how long the agent waited between them.

import { at, type List } from '#shared/collections/list.ts'
import type { ExchangeView } from '#shared/story/exchanges.ts'

export interface Attempt {
  readonly exchangeId: string
  readonly at: number
  /** Since the try before; 0 for the first. */
  readonly waitedMs: number
  /** 0 when it got no answer. */
  readonly status: number
  readonly answered: 'accepted' | 'refused' | 'unanswered'
}

/** So far back the newest calls are looked through: an agent that tries again does so soon. */
const mostLookedAt = 2_000
const mostAttempts = 100

/** All tries of the notification one of which is the exchange; one alone when it was not tried again. */
export function attemptsOf(
  exchangeId: string,
  exchanges: List<ExchangeView>,
  webhooks: List<number>,
): readonly Attempt[] {
  const calls = newest(exchanges, webhooks)
  const own = calls.find(({ id }) => id === exchangeId)
  if (!own) return []
  const before = new Map(calls.map(({ id, webhook }) => [id, webhook?.sameAs]))
  const firstOf = (id: string): string => {
    let first = id
    for (let steps = 0; steps < mostAttempts; steps++) {
      const earlier = before.get(first)
      if (earlier === undefined || !before.has(earlier)) break
      first = earlier
    }
    return first
  }
  const first = firstOf(exchangeId)
  const chain = calls.filter(({ id }) => id === exchangeId || firstOf(id) === first).slice(0, mostAttempts)
  return chain.map((call, index) => attemptOf(call, chain[index - 1]))
}

function newest(exchanges: List<ExchangeView>, webhooks: List<number>): readonly ExchangeView[] {
  const calls: ExchangeView[] = []
  for (let index = Math.max(0, webhooks.length - mostLookedAt); index < webhooks.length; index++) {
    const exchange = at(exchanges, at(webhooks, index) ?? -1)
    if (exchange) calls.push(exchange)
  }
  return calls
}

function attemptOf(
  { id, startedAt, startedMonoMs, status = 0, webhook }: ExchangeView,
  before: ExchangeView | undefined,
): Attempt {
  const waited = before === undefined ? 0 : startedMonoMs - before.startedMonoMs
  const accepted = status >= 200 && status < 300 && webhook?.answer?.kind !== 'delayed'
  return {
    exchangeId: id,
    at: startedAt,
    waitedMs: Math.max(0, waited),
    status,
    answered: status === 0 ? 'unanswered' : accepted ? 'accepted' : 'refused',
  }
}

/** What the waits between tries look like, once there are enough to tell. */
export function backOffOf(attempts: readonly Attempt[]): string | undefined {
  const waits = attempts.slice(1).map(({ waitedMs }) => waitedMs)
  if (waits.length < 2) return undefined
  const ratios = waits.slice(1).map((wait, index) => wait / Math.max(1, waits[index] ?? 1))
  if (ratios.every((ratio) => ratio > 0.7 && ratio < 1.4)) return 'It waits about as long each time.'
  if (ratios.every((ratio) => ratio >= 1.4 && ratio < 2.9)) return 'It waits about twice as long each time.'
  if (ratios.every((ratio) => ratio >= 1.1)) return 'It waits longer each time.'
  return 'Its waits follow no order.'
}
