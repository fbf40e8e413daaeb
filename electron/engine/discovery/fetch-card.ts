// Requests one address where a card may be. Credentials are sent only to approved origins.

import type { DiscoveryAttempt, RedirectHop } from '#shared/contract/card.ts'
import type { CredentialUse } from '#shared/contract/card-questions.ts'
import { maxCardBytes } from '#shared/contract/constants.ts'
import { defined } from '#shared/defined.ts'
import type { AccessService } from '../access/access.ts'
import type { SessionRecord } from '../store/record.ts'
import type { RawOutcome, Wire } from '../wire/wire.ts'
import { type CardResponse, eventStream, mcpProblem, outcomeOf, readCardResponse } from './card-response.ts'

interface CardFetch {
  readonly response: CardResponse
  readonly attempt: DiscoveryAttempt
  /** The first attempt, if a redirect to another approved origin dropped the credentials, which were then sent there. */
  readonly before?: DiscoveryAttempt
}

export interface FetchOptions {
  readonly bypassCache?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** The `A2A-Version` to send; null sends none. A hybrid server returns its 1.0 card only on request (PROTOCOL §1.2). */
  readonly version?: '1.0' | null
  /** A probe is not judged as a card. */
  readonly purpose?: 'card' | 'probe'
  /** JSON to post; without it this is a GET. */
  readonly body?: string
}

export type DiscoverOptions = Pick<FetchOptions, 'bypassCache' | 'signal'>

export type CardFetcher = ReturnType<typeof createCardFetcher>

interface FetcherDeps {
  readonly wire: Wire
  readonly record: SessionRecord
  readonly access: AccessService
  readonly currentSession: () => string
  /** The user's time-out for this agent, if set. */
  readonly answerMs: (agentId: string) => number | undefined
}

export function createCardFetcher(deps: FetcherDeps) {
  const { wire, record, access, currentSession, answerMs } = deps
  return {
    async fetch(agentId: string, url: string, options?: FetchOptions): Promise<CardFetch> {
      const first = await fetchOnce(agentId, url, options)
      const hop = first.attempt.hops.at(-1)
      const refused = first.attempt.status === 401 || first.attempt.status === 403
      if (!refused || !hop?.credentialsDropped || access.use(agentId, hop.to) !== 'sent') return first
      return { ...(await fetchOnce(agentId, hop.to, options)), before: first.attempt }
    },
  }

  async function fetchOnce(
    agentId: string,
    url: string,
    { bypassCache = false, signal, version = '1.0', body, purpose = 'card' }: FetchOptions = {},
  ): Promise<CardFetch> {
    const wholeTimeoutMs = answerMs(agentId) ?? maxCardMs
    const { use, ...credentials } = await access.attach(agentId, url)
    const sent = wire.request({
      sessionId: currentSession(),
      agentId,
      purpose,
      method: body === undefined ? 'GET' : 'POST',
      ...defined({ body }),
      url,
      streaming: false,
      headers: [
        ['Accept', 'application/json, application/a2a+json;q=0.9, */*;q=0.1'],
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
        ...(version === null ? [] : [['A2A-Version', version] as const]),
        ...(bypassCache
          ? ([
              ['Cache-Control', 'no-cache'],
              ['Pragma', 'no-cache'],
            ] as const)
          : []),
      ],
      ...credentials,
      profile: { maxBodyBytes: maxCardBytes, wholeTimeoutMs, streamIdleTimeoutMs: maxCardSilenceMs },
      ...defined({ signal }),
    })
    const received = await sent.done
    const outcome = masked(wire, received)
    const asSent = received.kind === 'body' ? received.body : undefined
    const hops = await hopsOf(record, sent.exchangeId)
    // Read from the record, as the address that was called may contain a key.
    const begun = outcome.kind === 'body' ? undefined : await beginningOf(record, sent.exchangeId)
    const response =
      begun?.streamed ?? readCardResponse(outcome, asSent, hops.at(-1)?.to ?? url, version ?? undefined)
    const attempt = attemptOf(url, sent.exchangeId, response, hops, use)
    const status = attempt.status ?? begun?.status ?? hops.at(-1)?.status
    return { response, attempt: { ...attempt, ...defined({ status }) } }
  }
}

/** Of silence in a stream that is sent in place of a card; then the attempt is over. */
const maxCardSilenceMs = 1_000

/** Time for a whole card, unless the agent's settings have another; the attempt then reports that it timed out. */
const maxCardMs = 30_000

/** An agent may repeat our credentials in its card; they must not leave the engine. */
function masked(wire: Wire, outcome: RawOutcome): RawOutcome {
  switch (outcome.kind) {
    case 'body':
      return {
        ...outcome,
        headers: wire.mask.headers(outcome.headers),
        body: maskedCard(wire, outcome.body, outcome.url),
      }
    case 'failure': {
      const { failure } = outcome
      return { ...outcome, failure: { ...failure, message: wire.mask.text(failure.message) } }
    }
    case 'stream':
      return outcome
  }
}

function maskedCard({ mask, addresses }: Wire, body: Uint8Array, url: string): Buffer {
  const text = mask.bytes(Buffer.from(body)).toString('latin1')
  return Buffer.from(addresses.addresses(text, 'called', url), 'latin1')
}

function attemptOf(
  url: string,
  exchangeId: string,
  response: CardResponse,
  hops: DiscoveryAttempt['hops'],
  credentials: CredentialUse,
): DiscoveryAttempt {
  const status = response.kind === 'card' ? 200 : response.status
  return {
    url,
    exchangeId,
    outcome: outcomeOf(response),
    hops,
    credentials,
    ...defined({ status }),
    ...(response.kind === 'problem' && { problem: response.problem }),
  }
}

async function hopsOf(record: SessionRecord, exchangeId: string): Promise<readonly RedirectHop[]> {
  record.flush()
  const { entries } = await record.read({ after: 0, filter: { exchangeId, kinds: ['redirect'] } })
  return entries.flatMap((entry) => {
    if (entry.kind !== 'redirect') return []
    const { from, to, status, credentialsDropped } = entry
    return [{ from, to, status, credentialsDropped }]
  })
}

interface Beginning {
  readonly status: number
  /** Set for a stream of events: what it is. */
  readonly streamed?: CardResponse
}

/** Of a response that was not read to its end; undefined without one. */
async function beginningOf(record: SessionRecord, exchangeId: string): Promise<Beginning | undefined> {
  record.flush()
  const filter = { exchangeId, kinds: ['response', 'frame'] as const }
  const { entries } = await record.read({ after: 0, limit: 2, filter })
  const head = entries.find((entry) => entry.kind === 'response')
  const first = entries.find((entry) => entry.kind === 'frame')
  if (head === undefined) return undefined
  const { status } = head
  if (first === undefined) return { status }
  // The older transport of MCP begins with the address to post to.
  const isMcp = first.event === 'endpoint'
  return { status, streamed: isMcp ? { kind: 'problem', problem: mcpProblem, status } : eventStream(status) }
}
