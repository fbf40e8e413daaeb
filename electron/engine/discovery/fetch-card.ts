// Reads one address where a card may be. Credentials go along only where the user approved the origin.

import type { CredentialUse, DiscoveryAttempt } from '#shared/contract/card.ts'
import type { AccessService } from '../access/access.ts'
import type { SessionRecord } from '../store/record.ts'
import type { RawOutcome, Wire } from '../wire/wire.ts'
import { type CardAnswer, maxCardBytes, outcomeOf, readAnswer } from './answer.ts'
import { hopsOf } from './hops.ts'

export interface CardFetch {
  readonly answer: CardAnswer
  readonly attempt: DiscoveryAttempt
  /** A redirect to an origin that is approved too lost the credentials on the way: what came before they were sent there. */
  readonly before?: DiscoveryAttempt
}

export interface FetchOptions {
  readonly bypassCache?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** The `A2A-Version` to ask for; null asks for none. A hybrid server answers with its 1.0 card only when asked (PROTOCOL §1.2). */
  readonly version?: '1.0' | null
}

export interface CardFetcher {
  fetch(agentId: string, url: string, options?: FetchOptions): Promise<CardFetch>
}

interface FetcherDeps {
  readonly wire: Wire
  readonly record: SessionRecord
  readonly access: AccessService
  readonly currentSession: () => string
}

export function createCardFetcher({ wire, record, access, currentSession }: FetcherDeps): CardFetcher {
  return {
    async fetch(agentId, url, options) {
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
    { bypassCache = false, signal, version = '1.0' }: FetchOptions = {},
  ): Promise<CardFetch> {
    const patience = AbortSignal.timeout(longestMs)
    const { use, ...credentials } = await access.attach(agentId, url)
    const sent = wire.request({
      sessionId: currentSession(),
      agentId,
      purpose: 'card',
      method: 'GET',
      url,
      streaming: false,
      headers: [
        ['Accept', 'application/json, application/a2a+json;q=0.9, */*;q=0.1'],
        ...(version === null ? [] : [['A2A-Version', version] as const]),
        ...(bypassCache
          ? ([
              ['Cache-Control', 'no-cache'],
              ['Pragma', 'no-cache'],
            ] as const)
          : []),
      ],
      ...credentials,
      profile: { maxBodyBytes: maxCardBytes, firstByteTimeoutMs: longestMs, idleTimeoutMs: longestMs },
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
    const received = await sent.done
    const outcome = masked(wire, received)
    const asSent = received.kind === 'body' ? received.body : undefined
    const hops = await hopsOf(record, sent.exchangeId)
    // Not the address that was called: that may carry a key.
    const answer = readAnswer(outcome, asSent, hops.at(-1)?.to ?? url, version ?? undefined)
    return { answer, attempt: attemptOf(url, sent.exchangeId, answer, hops, use) }
  }
}

/** What an address answers may be a stream that never ends. */
const longestMs = 30_000

/** An agent may repeat our credentials in its card; they leave the engine as little as they reach the record. */
function masked(wire: Wire, outcome: RawOutcome): RawOutcome {
  switch (outcome.kind) {
    case 'body':
      return {
        ...outcome,
        headers: wire.mask.headers(outcome.headers),
        body: wire.mask.bytes(Buffer.from(outcome.body)),
      }
    case 'failure': {
      const { failure } = outcome
      return { ...outcome, failure: { ...failure, message: wire.mask.text(failure.message) } }
    }
    case 'stream':
      return outcome
  }
}

function attemptOf(
  url: string,
  exchangeId: string,
  answer: CardAnswer,
  hops: DiscoveryAttempt['hops'],
  credentials: CredentialUse,
): DiscoveryAttempt {
  const status = answer.kind === 'card' ? 200 : answer.status
  return {
    url,
    exchangeId,
    outcome: outcomeOf(answer),
    hops,
    credentials,
    ...(status !== undefined && { status }),
    ...(answer.kind === 'problem' && { problem: answer.problem }),
  }
}
