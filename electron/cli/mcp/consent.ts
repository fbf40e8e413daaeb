// Consents that only a person may give, in the window. An attached window is waited for; the answer names what is needed.

import { setTimeout as delay } from 'node:timers/promises'
import type { Consent } from '#shared/contract/coding-agents.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { McpContext } from './tool.ts'

const betweenLooksMs = 200

/** Before a call that sends credentials. */
export async function originsConsent(
  context: McpContext,
  agentId: string,
  waitMs: number,
): Promise<readonly string[]> {
  const origins = await heldOrigins(context.client, agentId)
  if (origins === 0) return []
  const isHeld = async () => (await heldOrigins(context.client, agentId)) > 0
  const isGiven = await waitedFor(context, { what: 'origins', agentId }, isHeld, waitMs)
  if (isGiven) return ['A person approved where credentials may be sent.']
  const where = `${origins} ${origins === 1 ? 'origin' : 'origins'}`
  return [
    `Needs a person: credentials are withheld from ${where} of this agent until someone approves them in Parley’s window, under Access.${inVain(context)}`,
  ]
}

/** A request that an agent redirects to another origin waits up to `waitMs` for a person. Undefined without an answer. */
export async function redirectConsent<Answer>(
  { attachment, signal }: McpContext,
  agentId: string,
  waitMs: number,
  act: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | undefined> {
  if (!attachment) return act(signal)
  const gaveUp = new AbortController()
  let isOver = false
  const acting = act(AbortSignal.any([signal, gaveUp.signal])).finally(() => {
    isOver = true
  })
  acting.catch(() => undefined)
  const end = performance.now() + waitMs
  try {
    while (!isOver) {
      await Promise.race([acting, delay(betweenLooksMs, undefined, { signal })])
      const isWaiting = !isOver && attachment.isConfirming(agentId)
      if (isWaiting) attachment.waitsFor({ what: 'redirect', agentId })
      if (isWaiting && performance.now() > end) return undefined
    }
    return await acting
  } finally {
    gaveUp.abort()
    attachment.waitsFor(undefined)
  }
}

export const redirectNeeded =
  'Needs a person: the agent redirects to another origin, which someone has to allow in Parley’s window. The wait is over without an answer; call again to ask once more.'

/** After the agent refused the credentials of a call. */
export async function credentialsConsent(
  context: McpContext,
  agentId: string,
  waitMs: number,
): Promise<readonly string[]> {
  const before = await credentialsOf(context.client, agentId)
  const isMissing = async () => (await credentialsOf(context.client, agentId)) === before
  const isGiven = await waitedFor(context, { what: 'credentials', agentId }, isMissing, waitMs)
  if (isGiven) return ['A person has set credentials for this agent: send it again.']
  return [
    `Needs a person: the agent refused the credentials that came, or none did. Someone can set them in Parley’s window, under Access.${inVain(context)}`,
  ]
}

function inVain({ attachment }: McpContext): string {
  return attachment ? ' The wait for one is over; call again to wait once more.' : ''
}

/** False without an attached window, and on the time-out. */
async function waitedFor(
  { attachment, signal, progress }: McpContext,
  consent: Consent,
  isNeeded: () => Promise<boolean>,
  waitMs: number,
): Promise<boolean> {
  if (!attachment) return false
  attachment.waitsFor(consent)
  progress('waiting for a person in the window of Parley')
  try {
    for (const end = performance.now() + waitMs; performance.now() < end; ) {
      await delay(betweenLooksMs, undefined, { signal })
      if (!(await isNeeded())) return true
    }
    return false
  } finally {
    attachment.waitsFor(undefined)
  }
}

async function heldOrigins({ access }: EngineClient, agentId: string): Promise<number> {
  const { credentials, signedIn, origins } = (await access.describe({ agentId })).access
  if (credentials.length === 0 && !signedIn) return 0
  return origins.filter(({ approved, uses }) => !approved && uses.includes('interface')).length
}

async function credentialsOf({ access }: EngineClient, agentId: string): Promise<string> {
  const { credentials, signedIn, clientCertificate } = (await access.describe({ agentId })).access
  return JSON.stringify({ credentials, signedIn, clientCertificate })
}
