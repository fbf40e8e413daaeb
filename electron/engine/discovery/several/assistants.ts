// LangGraph's Agent Server: one endpoint an assistant (`/a2a/{assistant_id}`), one card an assistant
// (`/.well-known/agent-card.json?assistant_id=…`), and a list that is asked for with a POST. It is asked for only where the server
// itself has named `assistant_id`.

import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { maxNameChars } from '#shared/bounded.ts'
import { clip, shorten } from '#shared/shorten.ts'
import { wellKnownCard } from '../candidates.ts'
import { maxDescriptionChars } from './catalog.ts'
import type { Several } from './several.ts'

export const assistantsPath = '/assistants/search'

/** Asked for at once; a server with more says so in its list's length. */
export const maxAssistants = 1_000

export function namesAssistants(text: string): boolean {
  return text.includes('assistant_id')
}

/** `base` is the address that `/assistants/search` was asked below. */
export function readAssistants(raw: JsonValue, base: string): Several | undefined {
  if (!isList(raw)) return undefined
  const found = raw.slice(0, maxAssistants).flatMap((item): Several['found'] => {
    if (!isObject(item)) return []
    const { assistant_id: id, name, graph_id: graph, description } = item
    if (typeof id !== 'string' || id === '') return []
    const address = `${base}${wellKnownCard}?${new URLSearchParams({ assistant_id: id })}`
    const called = [name, graph, id].find((each) => typeof each === 'string' && each !== '')
    const choice = {
      name: clip(String(called), maxNameChars),
      ...(typeof description === 'string' &&
        description !== '' && { description: clip(description, maxDescriptionChars) }),
      kind: 'agent',
      address,
      type: typeof graph === 'string' ? `assistant of the graph ${shorten(graph)}` : 'assistant',
      findings: [],
    } as const
    return [{ choice }]
  })
  const notes = raw.length < maxAssistants ? [] : [`The first ${maxAssistants} assistants are shown.`]
  return found.length === 0 ? undefined : { title: new URL(base).host, found, notes }
}
