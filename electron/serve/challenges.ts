// Challenges that a browser signs to prove its key. Anyone may request one, so they are not stored: each carries its
// expiry and our seal. Only one that admitted a browser is stored, so that it works once.

import { createHmac } from 'node:crypto'
import { isSameSecret, newSecret } from './secret.ts'

/** Time to use a challenge, a ticket or a hand-over; it is refused afterwards, and the page requests another. */
const maxTicketMs = 30_000
// Open challenges or tickets; the oldest is dropped, and its page requests another.
const maxTickets = 1_000

export function createChallenges(now: () => number = () => performance.now()) {
  const secret = newSecret()
  const spent = new Map<string, number>()
  const sealOf = (content: string) => createHmac('sha256', secret).update(content).digest('base64url')

  return {
    issue(): string {
      const content = `${newSecret()}.${Math.ceil(now() + maxTicketMs)}`
      return `${content}.${sealOf(content)}`
    },
    isOpen(challenge: string): boolean {
      const [nonce = '', until = '', seal = ''] = challenge.split('.')
      const isOurs = isSameSecret(seal, sealOf(`${nonce}.${until}`))
      return isOurs && now() <= Number(until) && !spent.has(challenge)
    },
    /** Marks a challenge that admitted a browser as used. */
    spend(challenge: string): void {
      for (const [old, until] of spent) if (until < now()) spent.delete(old)
      spent.set(challenge, now() + maxTicketMs)
    },
  }
}

/** Random values that are valid once, for a short time, each with a meaning. */
export function createOneTime(now: () => number = () => performance.now()) {
  const open = new Map<string, { readonly meaning: string; readonly until: number }>()
  return {
    issue(meaning: string): string {
      const [oldest] = open.keys()
      if (open.size >= maxTickets && oldest !== undefined) open.delete(oldest)
      const value = newSecret()
      open.set(value, { meaning, until: now() + maxTicketMs })
      return value
    },
    /** Its meaning; the value is used up. */
    take(value: string): string | undefined {
      const challenge = open.get(value)
      open.delete(value)
      return challenge !== undefined && now() <= challenge.until ? challenge.meaning : undefined
    },
    clear: (): void => open.clear(),
  }
}
