// A session as its panes need it besides its entries: its agents, and each agent's card as it was read then. Nobody is
// asked: the cards are read off the record again.

import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { WorkingTexts } from '#shared/contract/chat.ts'
import { defaultConnectionSettings } from '#shared/contract/default-connection.ts'
import type { OpenedSession, SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import type { EndEntry, RequestEntry, ResponseEntry } from '#shared/record/entry.ts'
import { describeAccess } from '../access/describe.ts'
import { readAnswer } from '../discovery/answer.ts'
import { inspectJson } from '../discovery/inspect.ts'
import { wayIn } from '../discovery/way-in.ts'
import type { SessionRecord } from '../store/record.ts'
import { wholeBody } from '../store/whole-body.ts'
import { rowsOfSession } from './file/select-exchanges.ts'

/** Cards of a kept session, the newest; the others are on the wire. */
const maxOpenedCards = 200

export async function openSession(
  record: SessionRecord,
  session: SessionView,
  workingTexts: WorkingTexts,
): Promise<OpenedSession> {
  const cards = await cardsOf(record, session.id)
  const firstCalled = await firstCalledIn(record, session.id)
  return {
    session,
    ...defined({ firstCalled }),
    agents: session.agents.map(({ id, name }) => {
      const card = cards.get(id)
      const discovery = card ?? notRead()
      const needs = describeAccess(discovery).sentence
      const { [id]: workingText } = workingTexts
      const agent = agentOf(id, name, session, card)
      return { agent, discovery, needs, ...defined({ workingText }) }
    }),
  }
}

function agentOf(id: string, name: string, session: SessionView, card: Discovery | undefined): Agent {
  const address = card?.found === true ? card.cardUrl : ''
  return {
    id,
    name: card?.found === true ? card.card.name || name : name,
    address,
    addedAt: session.createdAt,
  }
}

function notRead(): Discovery {
  const sentence = 'No card was read during this recording.'
  return { found: false, reason: sentence, problem: { kind: 'not-found', sentence }, attempts: [] }
}

async function firstCalledIn(record: SessionRecord, sessionId: string): Promise<string | undefined> {
  for await (const { agentId } of rowsOfSession(record, sessionId, 'kind:operation')) return agentId
  return undefined
}

/** The last readable card of each agent. */
async function cardsOf(record: SessionRecord, sessionId: string): Promise<ReadonlyMap<string, Discovery>> {
  const asked: { readonly id: string; readonly agentId: string }[] = []
  for await (const { id, agentId } of rowsOfSession(record, sessionId, 'kind:card')) {
    if (agentId !== undefined) asked.push({ id, agentId })
  }
  const found = new Map<string, Discovery>()
  for (const { id, agentId } of asked.slice(-maxOpenedCards).reverse()) {
    const discovery = found.has(agentId) ? undefined : await readCard(record, id)
    if (discovery !== undefined) found.set(agentId, discovery)
  }
  return found
}

async function readCard(record: SessionRecord, exchangeId: string): Promise<Discovery | undefined> {
  const { entries } = await record.read({ after: 0, limit: 50, filter: { exchangeId } })
  const request = entries.find((entry): entry is RequestEntry => entry.kind === 'request')
  const response = entries.findLast((entry): entry is ResponseEntry => entry.kind === 'response')
  const end = entries.findLast((entry): entry is EndEntry => entry.kind === 'end')
  if (request === undefined || response === undefined || end?.body === undefined) return undefined
  const redirect = entries.findLast((entry) => entry.kind === 'redirect')
  const cardUrl = redirect?.kind === 'redirect' ? redirect.to : request.url
  const { status, headers } = response
  const body = wholeBody(record, end.body)
  const answer = readAnswer(
    { kind: 'body', status, headers, body, url: cardUrl },
    undefined,
    cardUrl,
    undefined,
  )
  if (answer.kind !== 'card') return undefined
  const inspected = inspectJson(answer.raw, answer.facts)
  if (inspected.kind !== 'card') return undefined
  const { inspection } = inspected
  const way = wayIn(inspection.card, inspection.raw, defaultConnectionSettings, cardUrl)
  return {
    ...inspection,
    found: true,
    source: 'fetched',
    cardUrl,
    attempts: [],
    ...(way && { connection: { ...way, credentials: 'none' as const } }),
  }
}
