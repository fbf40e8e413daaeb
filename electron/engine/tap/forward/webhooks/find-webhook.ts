// Finds the webhook in a request, and replaces its address: that one string changes, the other bytes of the body stay.

import type { PushConfig } from '#shared/a2a/model.ts'
import { webhookOf } from '#shared/a2a/operation.ts'
import { tokensOf } from '#shared/json/json-tokens.ts'
import { pushMembers } from '#shared/story/read-request.ts'
import { parseCall } from '../../parse-call.ts'
import type { ForwardPlan, TapRequest } from '../messages.ts'

/** Objects around the address of a webhook in a request; a deeper one stays the caller's, and bypasses the tap. */
const maxWebhookDepth = 5
// Of a member's name on the path to an address; a longer one leads to none.
const maxWayNameChars = 100
const memberNames: ReadonlySet<string> = new Set(pushMembers)

export interface FoundWebhook {
  readonly config: PushConfig
  /** Its position in the body was found. */
  readonly isPlaced: boolean
  withAddress(address: string): Buffer
}

type Called = Pick<TapRequest, 'method' | 'url' | 'headers'>

/** Undefined without a webhook. */
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

/** Whether the response may contain a configuration. */
export function showsConfig(
  plan: Pick<ForwardPlan, 'cardUrl' | 'spoken'>,
  called: Called,
  body: Buffer,
): boolean {
  if (!mayBeAboutPush(called.url, body)) return false
  const { operation } = parseCall(plan, { ...called, body: body.toString('utf8') }).facts
  return operation === 'push-create' || operation === 'push-get' || operation === 'push-list'
}

/** A cheap check before parsing. */
function mayBeAboutPush(url: string, body: Buffer): boolean {
  return aboutPush.test(url) || aboutPush.test(body.toString('latin1'))
}

const aboutPush = /push_?notification/i

// Finds the position of a webhook's address in the bytes of a body, so that the rest stays unchanged.

interface Place {
  readonly start: number
  readonly end: number
}

/** `isBare`: the JSON body is itself a configuration. */
function webhookPlaces(body: Buffer, url: string, isBare: boolean): readonly Place[] {
  // One character per byte.
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

/** Some libraries write snake_case. */
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
