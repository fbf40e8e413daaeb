// What a browser signs to prove its key. Anyone may ask for one, so nothing is kept of those that were given out: each carries its end
// and our seal. Only one that let a browser in is remembered, so that it does not do so again.

import { createHmac } from 'node:crypto'
import { maxTicketMs } from './one-time.ts'
import { isSameSecret, newSecret } from './secret.ts'

export function createChallenges(now: () => number = () => performance.now()) {
  const secret = newSecret()
  const spent = new Map<string, number>()
  const sealOf = (content: string) => createHmac('sha256', secret).update(content).digest('base64url')

  const forgetOld = () => {
    for (const [challenge, until] of spent) if (until < now()) spent.delete(challenge)
  }
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
    /** It has let a browser in. */
    spend(challenge: string): void {
      forgetOld()
      spent.set(challenge, now() + maxTicketMs)
    },
  }
}
