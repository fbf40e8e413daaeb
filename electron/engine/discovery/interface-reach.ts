// Whether the addresses of cards respond, observed in calls on the wire. The first failed call gets a finding; an
// address that has responded is not checked again.

import { checkAddress } from '#shared/a2a/check.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { type AddressOutcome, isAnswered } from '#shared/a2a/rules/card/unanswered.ts'
import { joinFindings } from '#shared/a2a/rules/report.ts'
import type { Discovery, FoundAgent, Reach } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import type { Agents } from '../agents.ts'
import { createNews } from '../platform/async.ts'
import type { ExchangeFacts, Judge, JudgedItem } from '../wire/reading.ts'
import { absoluteUrl, addressBesideCard, isBesideCard } from './addresses.ts'

type Call = Parameters<typeof isAnswered>[0]

export type InterfaceReach = ReturnType<typeof createInterfaceReach>

interface ReachDeps {
  readonly agents: Pick<Agents, 'list'>
  readonly discovery: { current(agentId: string): Discovery | null }
}

/** `later`: these read cards over the wire, which depends on the judge. */
export function createInterfaceReach(later: () => ReachDeps) {
  const byAgent = new Map<string, Map<string, Reach>>()
  const news = createNews()

  /** The last one found; undefined for a removed agent. */
  const cardOf = (agentId: string): FoundAgent | undefined => {
    const { agents, discovery } = later()
    const existing = agents.list().some(({ id }) => id === agentId) ? discovery.current(agentId) : null
    return existing?.found ? existing : undefined
  }

  const note = (agentId: string, url: string, reach: Reach) => {
    const states = byAgent.get(agentId) ?? new Map<string, Reach>()
    byAgent.set(agentId, states.set(url, reach))
    news.changed()
  }

  const observe = (facts: ExchangeFacts, item: JudgedItem): readonly Finding[] => {
    const { agentId, dialect, binding, operation } = facts.call
    const { interfaceUrl: url, taskId, minor } = facts
    if (!agentId || url === undefined || !dialect || !binding || !operation) return none
    const before = byAgent.get(agentId)?.get(url)
    if (before?.kind === 'answered') return none
    const outcome = outcomeOf(item)
    if (outcome === undefined) return none
    const call = { dialect, binding, operation, ...defined({ taskId, minor }) }
    const answered = isAnswered(call, outcome)
    if (answered) note(agentId, url, { kind: 'answered' })
    if (answered !== false || facts.call.purpose !== 'operation') return none
    const place = misplaced(cardOf(agentId), url, call, outcome)
    if (place === undefined) return none
    const { declared, cardUrl, substitute } = place
    const findings = checkAddress({ ...call, url, cardUrl, substitute, outcome })
    const [{ message } = { message: '' }] = findings
    note(agentId, url, { kind: 'unanswered', sentence: message, url: declared, ...defined({ substitute }) })
    return findings
  }

  const reachOf = (agentId: string): Reach => {
    const card = cardOf(agentId)
    if (!card) return { kind: 'unknown' }
    const isFetched = card.source === 'fetched'
    const url = card.connection?.interface.url ?? card.cardUrl
    const reach = byAgent.get(agentId)?.get(url)
    if (reach) return reach
    return { kind: isFetched && isBesideCard(url, card.cardUrl) ? 'answered' : 'unknown' }
  }

  return {
    /** Adds a finding for an address that does not respond. */
    judge: (judge: Judge): Judge => ({
      ...judge,
      find: (facts, item) => joinFindings(judge.find(facts, item), observe(facts, item)),
    }),
    of: reachOf,
    /** The sentence of the finding on this interface, if it did not respond. */
    unanswered(agentId: string, url: string): string | undefined {
      const reach = byAgent.get(agentId)?.get(url)
      return reach?.kind === 'unanswered' ? reach.sentence : undefined
    },
    follow: (agentId: string, signal: AbortSignal) => news.follow(() => reachOf(agentId), signal),
    /** Calls may use another address from here on. */
    changed: news.changed,
    /** After the card was read again, unresponsive addresses are checked again. */
    retry(agentId: string): void {
      for (const [url, { kind }] of byAgent.get(agentId) ?? []) {
        if (kind === 'unanswered') byAgent.get(agentId)?.delete(url)
      }
      news.changed()
    },
    forget: (agentId: string) => void byAgent.delete(agentId),
  }
}

const none: readonly Finding[] = []

function outcomeOf(item: JudgedItem): AddressOutcome | undefined {
  switch (item.at) {
    case 'head':
      // Their body is judged instead.
      return item.head.status === 404 || item.head.status === 405 ? undefined : { status: item.head.status }
    case 'body':
      return { status: item.head.status, json: item.json }
    case 'end':
      if (item.head !== undefined || item.failure === undefined) return undefined
      return { failure: item.failure.failure, code: item.failure.code }
    default:
      return undefined
  }
}

/** The card's URL and its source; undefined if the card does not name the address, or it belongs to the card's server. */
function misplaced(agent: FoundAgent | undefined, url: string, { binding }: Call, outcome: AddressOutcome) {
  if (agent?.source !== 'fetched') return undefined
  const { card, cardUrl } = agent
  const declared = card.interfaces.find((each) => absoluteUrl(each.url, each.binding, cardUrl) === url)
  if (declared === undefined) return undefined
  // The card's server has stopped since.
  if ('failure' in outcome && URL.parse(url)?.origin === URL.parse(cardUrl)?.origin) return undefined
  const substitute = binding === 'GRPC' ? undefined : addressBesideCard(url, cardUrl)
  if (binding !== 'GRPC' && substitute === undefined) return undefined
  return { declared: declared.url, cardUrl, substitute }
}
