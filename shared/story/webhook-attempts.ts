// The tries of one notification, from the first that was refused to the last, and how long the agent waited between them.

import type { Attempt, WebhookCallRow } from '../contract/story.ts'

export type TriedCall = Pick<WebhookCallRow, 'id' | 'startedAt' | 'startedMonoMs' | 'status' | 'call'>

// Newest webhook calls looked through for attempts at one; an agent that tries again does so soon.
const maxAttemptsLooked = 2_000
/** Attempts at one webhook call that are listed. */
const maxAttempts = 100

/** All tries of the notification one of which is the exchange; one alone when it was not tried again. Calls are given oldest first. */
export function attemptsOf(exchangeId: string, all: readonly TriedCall[]): readonly Attempt[] {
  const calls = all.slice(-maxAttemptsLooked)
  if (!calls.some(({ id }) => id === exchangeId)) return []
  const before = new Map(calls.map(({ id, call }) => [id, call?.sameAs]))
  const firstOf = (id: string): string => {
    let first = id
    for (let steps = 0; steps < maxAttempts; steps++) {
      const earlier = before.get(first)
      if (earlier === undefined || !before.has(earlier)) break
      first = earlier
    }
    return first
  }
  const first = firstOf(exchangeId)
  const chain = calls.filter(({ id }) => id === exchangeId || firstOf(id) === first).slice(0, maxAttempts)
  return chain.map((call, index) => attemptOf(call, chain[index - 1]))
}

function attemptOf(
  { id, startedAt, startedMonoMs, status = 0, call }: TriedCall,
  before: TriedCall | undefined,
): Attempt {
  const waited = before === undefined ? 0 : startedMonoMs - before.startedMonoMs
  const accepted = status >= 200 && status < 300 && call?.answer?.kind !== 'delayed'
  return {
    exchangeId: id,
    at: startedAt,
    waitedMs: Math.max(0, waited),
    status,
    answered: status === 0 ? 'unanswered' : accepted ? 'accepted' : 'refused',
  }
}
