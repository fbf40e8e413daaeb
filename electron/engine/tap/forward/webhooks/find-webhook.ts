// Whether a request names a webhook, and the same request with another address in its place: that one string changes, wherever it stands,
// and nothing else of the body.

import type { PushConfig } from '#shared/a2a/model.ts'
import { webhookOf } from '#shared/a2a/operation.ts'
import { tokensOf } from '#shared/json/json-tokens.ts'
import { pushMembers } from '#shared/story/read-request.ts'
import { parseCall } from '../../parse-call.ts'
import type { ForwardPlan, TapRequest } from '../messages.ts'

/** Objects around the address of a webhook in a request; deeper down it stays the caller's, and bypasses the tap. */
const maxWebhookDepth = 5
// Of the name of a member on the way there; a longer one leads to no webhook.
const maxWayNameChars = 100
const memberNames: ReadonlySet<string> = new Set(pushMembers)

export interface FoundWebhook {
  readonly config: PushConfig
  /** Where it stands in the body is known. */
  readonly isPlaced: boolean
  /** The body with this address in place of the caller's. */
  withAddress(address: string): Buffer
}

type Called = Pick<TapRequest, 'method' | 'url' | 'headers'>

/** Undefined where none is named. */
export function findWebhook(
  plan: Pick<ForwardPlan, 'cardUrl' | 'spoken'>,
  called: Called,
  body: Buffer,
): FoundWebhook | undefined {
  if (!mayBeAboutPush(called.url, body)) return undefined
  const { operation } = parseCall(plan, { ...called, body: body.toString('utf8') })
  const config = operation && webhookOf(operation)
  if (!config) return undefined
  const places = webhookPlaces(body, config.url, operation.kind === 'push-create')
  return {
    config,
    isPlaced: places.length > 0,
    withAddress(address) {
      let at = 0
      const parts = places.flatMap(({ start, end }) => {
        const before = body.subarray(at, start)
        at = end
        return [before, Buffer.from(JSON.stringify(address))]
      })
      return Buffer.concat([...parts, body.subarray(at)])
    },
  }
}

/** Its answer may show a configuration. */
export function showsConfig(
  plan: Pick<ForwardPlan, 'cardUrl' | 'spoken'>,
  called: Called,
  body: Buffer,
): boolean {
  if (!mayBeAboutPush(called.url, body)) return false
  const { operation } = parseCall(plan, { ...called, body: body.toString('utf8') }).facts
  return operation === 'push-create' || operation === 'push-get' || operation === 'push-list'
}

/** Looked for before anything is parsed. */
function mayBeAboutPush(url: string, body: Buffer): boolean {
  return aboutPush.test(url) || aboutPush.test(body.toString('latin1'))
}

const aboutPush = /push_?notification/i

// Where in the body of a request the address of a webhook stands, byte by byte, so that nothing else of it changes.

interface Place {
  readonly start: number
  readonly end: number
}

/** `isBare`: what is requested is itself a configuration. The body is JSON. */
function webhookPlaces(body: Buffer, url: string, isBare: boolean): readonly Place[] {
  // One character a byte.
  const text = body.toString('latin1')
  const places: Place[] = []
  const names: string[] = []
  const areLists: boolean[] = []
  let expectsKey = false
  for (const { start, end } of tokensOf(text)) {
    switch (text[start]) {
      case '{':
      case '[':
        names.push('')
        areLists.push(text[start] === '[')
        expectsKey = text[start] === '{'
        break
      case '}':
      case ']':
        names.pop()
        areLists.pop()
        expectsKey = false
        break
      case ',':
        expectsKey = areLists.at(-1) === false
        break
      case ':':
        expectsKey = false
        break
      case '"':
        if (expectsKey) names[names.length - 1] = end - start > maxWayNameChars ? '' : read(text, start, end)
        else if (isWebhook(names, isBare) && read(text, start, end) === url) places.push({ start, end })
    }
  }
  return places
}

function isWebhook(names: readonly string[], isBare: boolean): boolean {
  if (names.length > maxWebhookDepth || names.at(-1) !== 'url') return false
  const way = names.slice(names[0] === 'params' ? 1 : 0, -1)
  return way.every((name) => memberNames.has(camelCase(name))) && (isBare || way.length > 0)
}

/** Some libraries write JSON in the spelling of their own language. */
function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function read(text: string, start: number, end: number): string {
  try {
    return String(JSON.parse(Buffer.from(text.slice(start, end), 'latin1').toString('utf8')))
  } catch {
    return ''
  }
}
