// The response to a call: 200 at once, unless the user chose another for the next few or for all.

import type { AnswerPlan, PlannedAnswer } from '#shared/contract/push.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { WebhookAnswer } from '#shared/record/webhook.ts'
import type { HookReply } from './hook-server.ts'
import type { HookCall } from './read-call-body.ts'

export interface Decided {
  readonly reply: HookReply
  readonly answer: WebhookAnswer
  /** 0 for none. */
  readonly status: number
}

export const usualPlan: AnswerPlan = { answer: { kind: 'ok' } }

export function used(plan: AnswerPlan): AnswerPlan {
  if (plan.calls === undefined) return plan
  return plan.calls > 1 ? { ...plan, calls: plan.calls - 1 } : usualPlan
}

export function planned(answer: PlannedAnswer, call: HookCall): Decided {
  switch (answer.kind) {
    case 'ok':
      return plain(200)
    case 'status':
      return plain(answer.status, { onPurpose: true })
    case 'delay': {
      const { delayMs } = answer
      const reply = { kind: 'answer', status: 200, headers: empty, delayMs } as const
      return { reply, status: 200, answer: { kind: 'delayed', onPurpose: true, delayMs } }
    }
    case 'drop': {
      const reason = 'Parley dropped the connection, as set.'
      return { reply: { kind: 'drop' }, status: 0, answer: { kind: 'dropped', onPurpose: true, reason } }
    }
    case 'redirect': {
      const [path = ''] = call.url.split('?', 1)
      // A sender that follows is redirected once; a second redirect would be a loop.
      if (path.endsWith('/moved')) return plain(200, { reason: 'The redirect was followed.' })
      return plain(answer.status, { onPurpose: true }, [['Location', `${path}/moved`]])
    }
  }
}

/** The response to a call that is no notification or incomplete; undefined for others. */
export function ownResponse(call: HookCall, isDeleted: boolean): Decided | undefined {
  switch (call.outcome) {
    case 'too-large':
      return plain(413, { reason: 'Its body was over the bound of 10 MB.' }, closing)
    case 'no-room':
      return plain(503, { reason: 'Too much was being received at once.' }, [
        ...closing,
        ['Retry-After', '1'],
      ])
    case 'broken-off': {
      const reason = `Its sender stopped after ${call.seenBytes} bytes of body.`
      return { reply: { kind: 'drop' }, status: 0, answer: { kind: 'cut', reason } }
    }
    case 'whole':
      break
  }
  if (isDeleted) return plain(404, { reason: 'The configuration had been deleted.' })
  if (call.method === 'POST') return undefined
  const challenge = call.method === 'GET' || call.method === 'OPTIONS' ? tokenToRepeat(call.url) : undefined
  if (challenge === undefined) {
    return plain(405, { reason: 'A notification is a POST.' }, [['Allow', 'POST']])
  }
  const headers: RawHeaders = [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(challenge))],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', "sandbox; default-src 'none'"],
  ]
  return {
    reply: { kind: 'answer', status: 200, headers, body: challenge },
    status: 200,
    answer: { kind: 'sent', headers, body: challenge, reason: 'It asked for its validationToken back.' },
  }
}

const empty: RawHeaders = [['Content-Length', '0']]
const closing: RawHeaders = [['Connection', 'close']]
/** Of a validation token that is echoed; a longer one gets the plain response, which is on the wire. */
const maxValidationTokenChars = 1024

function plain(
  status: number,
  facts: Pick<WebhookAnswer, 'onPurpose' | 'reason'> = {},
  more: RawHeaders = [],
): Decided {
  const headers = [...empty, ...more]
  return { reply: { kind: 'answer', status, headers }, status, answer: { kind: 'sent', headers, ...facts } }
}

/** The topics page of 0.x suggests that an agent requests it before it trusts the address (PROTOCOL §6.2). */
function tokenToRepeat(url: string): string | undefined {
  const query = url.indexOf('?')
  const token = query < 0 ? null : new URLSearchParams(url.slice(query)).get('validationToken')
  return token === null || token.length > maxValidationTokenChars ? undefined : token
}
