// Reads one address where a card may be. Credentials go along only where the user approved the origin.

import type { DiscoveryAttempt, RedirectHop } from '#shared/contract/card.ts'
import type { CredentialUse } from '#shared/contract/card-questions.ts'
import { maxCardBytes } from '#shared/contract/constants.ts'
import { defined } from '#shared/defined.ts'
import type { AccessService } from '../access/access.ts'
import type { SessionRecord } from '../store/record.ts'
import type { RawOutcome, Wire } from '../wire/wire.ts'
import { type CardAnswer, eventStream, mcpProblem, outcomeOf, readAnswer } from './answer.ts'

interface CardFetch {
  readonly answer: CardAnswer
  readonly attempt: DiscoveryAttempt
  /** A redirect to an origin that is approved too lost the credentials on the way: what preceded they were sent there. */
  readonly before?: DiscoveryAttempt
}

export interface FetchOptions {
  readonly bypassCache?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** The `A2A-Version` to request; null requests none. A hybrid server answers with its 1.0 card only when asked (PROTOCOL §1.2). */
  readonly version?: '1.0' | null
  /** What is not a card's place is not judged as one. */
  readonly purpose?: 'card' | 'probe'
  /** JSON to post; without it this is a GET. */
  readonly body?: string
}

/** What is said of all places that are requested a card. */
export type DiscoverOptions = Pick<FetchOptions, 'bypassCache' | 'signal'>

export type CardFetcher = ReturnType<typeof createCardFetcher>

interface FetcherDeps {
  readonly wire: Wire
  readonly record: SessionRecord
  readonly access: AccessService
  readonly currentSession: () => string
  /** How long the user gives this agent to answer, where they have reported it. */
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
    // Not the address that was called: that may carry a key.
    const begun = outcome.kind === 'body' ? undefined : await beginningOf(record, sent.exchangeId)
    const answer =
      begun?.streamed ?? readAnswer(outcome, asSent, hops.at(-1)?.to ?? url, version ?? undefined)
    const attempt = attemptOf(url, sent.exchangeId, answer, hops, use)
    const status = attempt.status ?? begun?.status ?? hops.at(-1)?.status
    return { answer, attempt: { ...attempt, ...defined({ status }) } }
  }
}

/** Of silence in a stream that is sent in place of a card; then the attempt is over. */
const maxCardSilenceMs = 1_000

/** Time for a whole card, where the agent's settings report nothing else; the attempt then reports that it timed out. */
const maxCardMs = 30_000

/** An agent may repeat our credentials in its card; they leave the engine as little as they reach the record. */
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
    ...defined({ status }),
    ...(answer.kind === 'problem' && { problem: answer.problem }),
  }
}

/** The redirects of an exchange that has ended, as the record has them. */
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
  /** What it is where it is, or goes on as, a stream of events. */
  readonly streamed?: CardAnswer
}

/** Of a response that was not read to its end; undefined where none arrived. */
async function beginningOf(record: SessionRecord, exchangeId: string): Promise<Beginning | undefined> {
  record.flush()
  const filter = { exchangeId, kinds: ['response', 'frame'] as const }
  const { entries } = await record.read({ after: 0, limit: 2, filter })
  const head = entries.find((entry) => entry.kind === 'response')
  const first = entries.find((entry) => entry.kind === 'frame')
  if (head === undefined) return undefined
  const { status } = head
  if (first === undefined) return { status }
  // The older transport of MCP begins by naming where to post.
  const isMcp = first.event === 'endpoint'
  return { status, streamed: isMcp ? { kind: 'problem', problem: mcpProblem, status } : eventStream(status) }
}
