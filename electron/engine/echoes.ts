// Recognizes JSON that an agent echoes from a request: a message in the history of its task, parts, metadata, a push
// configuration. Findings in these are not about the agent.

import type { Finding } from '#shared/a2a/finding.ts'
import { isList, isObject, memberOf, textOf } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { stepsOf } from '#shared/a2a/rules/pointer.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import { textKey } from '#shared/story/content-key.ts'

/** The JSON of a request, parsed on demand. */
export type SentJson = () => JsonValue | undefined

// Of a request that is stored to recognize echoes; echoes of a longer one are judged as the agent's.
const maxEchoedBytes = 32 * 1024
// Latest requests to one agent that are stored to recognize echoes.
const maxEchoedRequests = 64
// Agents whose requests are stored; the oldest is dropped.
const maxEchoingAgents = 16
// Depth of a request that is stored.
const maxEchoedDepth = 500

/** Undefined if it is too long to store. */
export function sentJson(body: Buffer | string | undefined): SentJson | undefined {
  if (body === undefined || body.length > maxEchoedBytes) return undefined
  return () => jsonIn(body.toString())
}

/** The values in one request: by content, by the identity of messages and configurations, and by ids. */
type Index = ReadonlyMap<string, JsonObject | undefined>

export function createEchoes() {
  const byAgent = new Map<string, { readonly sent: SentJson; index?: Index }[]>()
  return {
    remember(agentId: string, sent: SentJson): void {
      const requests = byAgent.get(agentId) ?? []
      if (requests.length === 0) byAgent.set(agentId, requests)
      requests.push({ sent })
      if (requests.length > maxEchoedRequests) requests.shift()
      const [oldest] = byAgent.keys()
      if (byAgent.size > maxEchoingAgents && oldest !== undefined) byAgent.delete(oldest)
    },
    /** The findings without those on echoed values. */
    without(
      agentId: string,
      findings: readonly Finding[],
      answer: JsonValue | undefined,
    ): readonly Finding[] {
      const requests = findings.length === 0 ? undefined : byAgent.get(agentId)
      if (requests === undefined || answer === undefined) return findings
      const contentOf = rememberedContent()
      const isEcho = (finding: Finding) => {
        if (!isOfForm(finding.rule)) return false
        const place = placeOf(answer, finding.pointer)
        return requests.some((each) => {
          each.index ??= indexOf(each.sent())
          return each.index.size > 0 && isSent(finding, place, each.index, contentOf)
        })
      }
      return findings.filter((finding) => !isEcho(finding))
    },
  }
}

/** Rules about a single object: how a response uses the request's values is the agent's own. */
function isOfForm(rule: string): boolean {
  return /^(?:DM|PARLEY-OBJ|PARLEY-BOUND)-/.test(rule) && !ofTheAnswer.has(rule)
}

const ofTheAnswer: ReadonlySet<string> = new Set([
  'PARLEY-OBJ-007',
  'PARLEY-OBJ-013',
  'PARLEY-OBJ-015',
  'PARLEY-OBJ-016',
  'PARLEY-OBJ-017',
])

interface Place {
  readonly steps: readonly string[]
  /** From the whole response to the value at the pointer, which may be missing. */
  readonly values: readonly (JsonValue | undefined)[]
}

function placeOf(answer: JsonValue, pointer: string): Place {
  const steps = stepsOf(pointer)
  const values: (JsonValue | undefined)[] = [answer]
  for (const step of steps) values.push(at(values.at(-1), step))
  return { steps, values }
}

function at(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (isList(value)) return value[Number(step)]
  return isObject(value) ? memberOf(value, step) : undefined
}

type ContentOf = (value: JsonValue | undefined) => string | undefined

/** A part has its file two levels above the wrong value; further up is a message, which is also identified by its id. */
const levelsUp = 4

function isSent({ rule }: Finding, { steps, values }: Place, index: Index, contentOf: ContentOf): boolean {
  const own = values.at(-1)
  const isId = rule === 'PARLEY-OBJ-001' || rule === 'PARLEY-OBJ-003'
  if (isId && index.has(idKey(steps.at(-1) ?? '', own))) return true
  const near = values.slice(-levelsUp)
  if (near.some((value) => isObject(value) && index.has(contentOf(value) ?? ''))) return true
  return values.some((value, level) => {
    if (level >= steps.length || !isObject(value)) return false
    const sent = identityOf(value).flatMap((key) => index.get(key) ?? [])
    const path = steps.slice(level)
    return sent.some((each) => contentOf(path.reduce<JsonValue | undefined>(at, each)) === contentOf(own))
  })
}

function identityOf(object: JsonObject): readonly string[] {
  return ['messageId', 'url'].flatMap((name) => {
    const value = textOf(object, name)
    return value === undefined ? [] : [`${name} ${textKey(value)}`]
  })
}

function idKey(name: string, value: JsonValue | undefined): string {
  return /^id$|Id$/.test(name) ? `id ${name} ${JSON.stringify(value)}` : ''
}

function indexOf(sent: JsonValue | undefined): Index {
  const index = new Map<string, JsonObject | undefined>()
  if (sent === undefined) return index
  const content = contentIn(sent, maxEchoedDepth, (value, text) => {
    if (text !== '{}') index.set(textKey(text), value)
    for (const key of identityOf(value)) index.set(key, value)
    for (const [name, member] of Object.entries(value)) {
      const key = isObject(member) || isList(member) ? '' : idKey(name, member)
      if (key !== '') index.set(key, undefined)
    }
  })
  return content === undefined ? new Map() : index
}

function rememberedContent(): ContentOf {
  const existing = new Map<JsonValue | undefined, string | undefined>()
  return (value) => {
    if (value === undefined || value === null || typeof value !== 'object') return JSON.stringify(value)
    if (!existing.has(value)) {
      const text = contentIn(value, maxEchoedDepth)
      existing.set(value, text === undefined ? undefined : textKey(text))
    }
    return existing.get(value)
  }
}

interface Room {
  /** Characters left for a value: longer ones are not stored. */
  left: number
}

/** Equal for equal values, whatever the order of members; undefined for one that is too deep or too long. */
function contentIn(
  value: JsonValue,
  depthLeft: number,
  onObject?: (object: JsonObject, text: string) => void,
  room: Room = { left: maxEchoedBytes },
): string | undefined {
  if (value === null || typeof value !== 'object') {
    const text = JSON.stringify(value)
    room.left -= text.length
    return room.left < 0 ? undefined : text
  }
  room.left -= 1
  if (depthLeft === 0 || room.left < 0) return undefined
  const pieces: string[] = []
  const add = (member: JsonValue, before: string): boolean => {
    const text = contentIn(member, depthLeft - 1, onObject, room)
    if (text !== undefined) pieces.push(before + text)
    return text !== undefined
  }
  if (isList(value)) return value.every((item) => add(item, '')) ? `[${pieces.join(',')}]` : undefined
  if (!isObject(value)) return undefined
  const names = Object.keys(value).sort()
  if (!names.every((name) => add(value[name] ?? null, `${JSON.stringify(name)}:`))) return undefined
  const text = `{${pieces.join(',')}}`
  onObject?.(value, text)
  return text
}
