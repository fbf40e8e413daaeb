// Responses to a request for the card that are no card.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { type Exchange, type Reply, reply } from '../http-server.ts'
import { isArray, isObject } from '../json.ts'
import type { Quirk } from '../quirk.ts'

/** Any well-known path, and any path that ends like a card's. */
const asksForCard = ({ request }: Exchange): boolean =>
  request.method === 'GET' && /(^|\/)(\.well-known\/.*|agent(-card)?(\.json)?|card)$/.test(request.path)

export const cardReply = (answer: () => Reply): Quirk => ({
  intercept: (exchange) => (asksForCard(exchange) ? answer() : undefined),
})

/** Does not respond to a request for its card until the client leaves. */
export const silentCard: Quirk = {
  intercept: (exchange) =>
    asksForCard(exchange)
      ? new Promise((resolve) => {
          exchange.gone.addEventListener('abort', () => resolve(reply(503, 'text/plain', 'Too late')))
        })
      : undefined,
}

/** Answers everything except calls with HTML, like a single-page application. */
export const htmlEverywhere: Quirk = {
  intercept: ({ request }) =>
    request.method === 'GET'
      ? reply(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html><title>App</title><div id="root"></div></html>',
        )
      : undefined,
}

/** Changes the text of the card as it is sent. */
export const spoiled = (
  spoil: (text: string) => string | Uint8Array,
  contentType = 'application/json',
): Quirk => ({
  reply: (answer, exchange) =>
    asksForCard(exchange) && answer.status === 200 && typeof answer.body === 'string'
      ? reply(200, contentType, spoil(answer.body))
      : answer,
})

/** Changes every text in the card, except those that identify its structure. */
export const everyText = (change: (text: string) => string): Quirk => ({
  card: (card) => changedTexts(card, change) as JsonObject,
})

const structural = new Set([
  'url',
  'protocolVersion',
  'protocolBinding',
  'transport',
  'preferredTransport',
  'id',
])

function changedTexts(json: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof json === 'string') return change(json)
  if (isArray(json)) return json.map((item) => changedTexts(item, change))
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, member]) => [
      name,
      structural.has(name) ? member : changedTexts(member, change),
    ]),
  )
}

export function nested(depth: number): JsonValue {
  let value: JsonValue = 'bottom'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { deeper: value }
  return value
}

export const manySkills = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `skill-${index}`,
    name: `Skill ${index}`,
    description: `The ${index}th of many`,
    tags: ['many'],
    examples: [`do the ${index}th thing`],
  }))
