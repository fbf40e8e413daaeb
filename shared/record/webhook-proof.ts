import type { WebhookVerdict } from './webhook.ts'

export type Proof = 'proven' | 'partly' | 'wrong' | 'missing' | 'unasked'

/** Either proof suffices (PROTOCOL §6.3), but none may be wrong. */
export function proofOf({ token, authorization }: Pick<WebhookVerdict, 'token' | 'authorization'>): Proof {
  const states = [token, authorization]
  if (states.includes('wrong')) return 'wrong'
  if (states.includes('right')) return states.includes('missing') ? 'partly' : 'proven'
  return states.includes('missing') ? 'missing' : 'unasked'
}
