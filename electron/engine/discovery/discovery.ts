// From an address to a card and a way in. Every address asked is an exchange on the record; what came back is judged here
// only as far as "is this a card".

import { decodeCard, looksLikeCard } from '#shared/a2a/card.ts'
import { chooseInterface } from '#shared/a2a/choose-interface.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { Connection, Discovery, DiscoveryAttempt } from '#shared/contract/card.ts'
import type { Agents } from '../agents.ts'
import type { RawOutcome, Wire } from '../wire/wire.ts'
import { cardCandidates } from './candidates.ts'

export interface DiscoveryService {
  discover(agentId: string, signal?: AbortSignal): Promise<Discovery>
  /** The way in found last, or found now. */
  connection(agentId: string, signal?: AbortSignal): Promise<Connection | undefined>
}

interface DiscoveryDeps {
  readonly wire: Wire
  readonly agents: Agents
  readonly sessionId: string
}

/** A hybrid server answers with its 1.0 card only when asked for it (PROTOCOL §1.2). */
const headers = [
  ['Accept', 'application/json, application/a2a+json;q=0.9, */*;q=0.1'],
  ['A2A-Version', '1.0'],
] as const

export function createDiscovery({ wire, agents, sessionId }: DiscoveryDeps): DiscoveryService {
  const connections = new Map<string, Connection | undefined>()

  async function discover(agentId: string, signal?: AbortSignal): Promise<Discovery> {
    const agent = agents.get(agentId)
    const candidates = cardCandidates(agent.address)
    if (!candidates)
      return { found: false, reason: `${agent.address} is no http or https address.`, attempts: [] }

    const attempts: DiscoveryAttempt[] = []
    for (const url of candidates) {
      const sent = wire.request({
        sessionId,
        agentId,
        purpose: 'card',
        method: 'GET',
        url,
        headers,
        ...(signal && { signal }),
      })
      const outcome = await sent.done
      const { raw, verdict } = judge(outcome)
      attempts.push({ url, exchangeId: sent.exchangeId, outcome: verdict })
      if (raw !== undefined && outcome.kind === 'body') {
        const found = await accept(agentId, outcome.url, raw, attempts)
        if (found) return found
      }
      // Where nobody answers at all, the other paths of the same host will not either.
      if (outcome.kind === 'failure') break
    }
    connections.delete(agentId)
    return { found: false, reason: reasonOf(attempts), attempts }
  }

  async function accept(
    agentId: string,
    cardUrl: string,
    raw: JsonValue,
    attempts: readonly DiscoveryAttempt[],
  ) {
    const decoded = decodeCard(raw)
    if (decoded.kind !== 'result') return undefined
    const card = decoded.result
    const { chosen } = chooseInterface(card)
    const connection = chosen && {
      ...chosen,
      interface: { ...chosen.interface, url: absolute(chosen.interface.url, cardUrl) },
    }
    connections.set(agentId, connection)
    if (card.name !== '') await agents.rename(agentId, card.name.slice(0, 200))
    return { found: true as const, cardUrl, card, raw, attempts, ...(connection && { connection }) }
  }

  return {
    discover,
    async connection(agentId, signal) {
      if (!connections.has(agentId)) await discover(agentId, signal)
      return connections.get(agentId)
    },
  }
}

interface Judged {
  readonly raw?: JsonValue
  readonly verdict: string
}

function judge(outcome: RawOutcome): Judged {
  if (outcome.kind === 'failure') return { verdict: outcome.failure.message }
  if (outcome.kind === 'stream') return { verdict: 'a stream, not a card' }
  if (outcome.status !== 200) return { verdict: `${outcome.status}` }
  const raw = parseJson(outcome.body)
  if (raw === undefined) return { verdict: '200, but the answer is not JSON' }
  if (!isObject(raw) || !looksLikeCard(raw)) return { verdict: '200, but the JSON is not an agent card' }
  return { raw, verdict: '200, an agent card' }
}

function parseJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    // TextDecoder drops the byte order mark that some servers send.
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function reasonOf(attempts: readonly DiscoveryAttempt[]): string {
  const last = attempts.at(-1)
  if (!last) return 'No address was tried.'
  if (attempts.every(({ outcome }) => outcome === '404')) {
    return 'The server answers, but has no agent card where A2A puts it. Type the address of the card itself.'
  }
  if (attempts.some(({ outcome }) => outcome === '401' || outcome === '403')) {
    return 'The server wants credentials before it shows its card.'
  }
  return attempts.length === 1 ? last.outcome : `The last answer: ${last.outcome}.`
}

/** Cards in the wild carry relative URLs; they mean the card's own place. */
function absolute(url: string, cardUrl: string): string {
  return URL.parse(url)?.href === undefined ? (URL.parse(url, cardUrl)?.href ?? url) : url
}
