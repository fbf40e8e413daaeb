// Servers whose JSON deviates from their version (PROTOCOL.md §9.4): each quirk converts correct JSON to theirs.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { fault } from '../faults.ts'
import { isArray, isObject, isText, withoutMembers } from '../json.ts'
import type { Quirk } from '../quirk.ts'
import type { Step } from '../steps.ts'

/** Applies a change to every object in a value, inner ones first. */
function everyObject(json: JsonValue, change: (object: JsonObject) => JsonValue): JsonValue {
  if (isArray(json)) return json.map((item) => everyObject(item, change))
  if (!isObject(json)) return json
  return change(
    Object.fromEntries(Object.entries(json).map(([name, member]) => [name, everyObject(member, change)])),
  )
}

const isPart = (object: JsonObject): boolean =>
  'text' in object || 'raw' in object || 'file' in object || ('data' in object && !('code' in object))

/** CrewAI's wrapper: `{"Task": {…}}` (#2851). */
export const capitalWrapper: Quirk = {
  json(json) {
    if (!isObject(json)) return json
    const wrappers: Readonly<Record<string, string>> = {
      task: 'Task',
      message: 'Message',
      'status-update': 'TaskStatusUpdateEvent',
      'artifact-update': 'TaskArtifactUpdateEvent',
    }
    const wrapper = wrappers[String(json['kind'])]
    return wrapper === undefined ? json : { [wrapper]: json }
  },
}

/** A second envelope inside the first. */
export const doubleResult: Quirk = { json: (json) => ({ result: json }) }

/** `null` for each absent member: betas of a2a-java. */
export const nullsForAbsent: Quirk = {
  json: (json) =>
    everyObject(json, (object) => {
      const absent = nullable.find(([mark]) => mark in object)?.[1] ?? (isPart(object) ? partNulls : {})
      return { ...absent, ...object }
    }),
  card: (card) => ({
    provider: null,
    documentationUrl: null,
    iconUrl: null,
    signatures: null,
    url: null,
    ...card,
    securitySchemes: { sso: { openIdConnectUrl: 'https://sso.example/openid', description: null } },
    securityRequirements: [{ schemes: { sso: { list: [] } } }],
  }),
}

const partNulls: JsonObject = { metadata: null, filename: null, mediaType: null }
/** By a member that only that object has. */
const nullable: readonly (readonly [mark: string, members: JsonObject])[] = [
  ['messageId', { contextId: null, taskId: null, metadata: null, extensions: null, referenceTaskIds: null }],
  ['artifactId', { name: null, description: null, metadata: null, extensions: null }],
  ['state', { message: null, timestamp: null }],
  ['status', { metadata: null, artifacts: null, history: null }],
  ['artifact', { append: null, lastChunk: null, metadata: null }],
]

/** Omits `contextId`: the hello world of the official samples. */
export const noContext: Quirk = {
  json: (json) => everyObject(json, (object) => withoutMembers(object, 'contextId')),
}

/** Reads and writes parts with 0.1's `type` in 0.2 messages: python-a2a. */
export const typeParts: Quirk = {
  json: (json) => everyObject(json, (object) => renamed(object, 'kind', 'type')),
  params: (params) => everyObject(params, (object) => renamed(object, 'type', 'kind')) as JsonObject,
}

function renamed(object: JsonObject, from: string, to: string): JsonObject {
  if (!isPart(object) || object[from] === undefined) return object
  return { [to]: object[from], ...withoutMembers(object, from) }
}

/** 0.x methods with 1.0's parts: PraisonAI. */
export const partsOf10: Quirk = {
  json: (json) => everyObject(json, (object) => (isPart(object) ? withoutMembers(object, 'kind') : object)),
  params: (params) =>
    everyObject(params, (object) =>
      isPart(object) && isText(object['text']) ? { kind: 'text', ...object } : object,
    ) as JsonObject,
}

/** 0.x shapes with 1.0's enums. */
export const enumsOf10: Quirk = {
  json: (json) =>
    everyObject(json, (object) => ({
      ...object,
      ...(isText(object['state']) && !object['state'].startsWith('TASK_')
        ? { state: `TASK_STATE_${object['state'].toUpperCase().replace('-', '_')}` }
        : {}),
      ...(object['role'] === 'agent' || object['role'] === 'user'
        ? { role: `ROLE_${object['role'].toUpperCase()}` }
        : {}),
    })),
}

export const kindless: Quirk = {
  json: (json) =>
    everyObject(json, (object) => (isText(object['kind']) ? withoutMembers(object, 'kind') : object)),
}

/** `kind` and a wrapper at once. */
export const kindBesideWrapper: Quirk = {
  json: (json) =>
    everyObject(json, (object) => {
      const [wrapper] = Object.keys(object)
      const inner = wrapper === undefined ? undefined : object[wrapper]
      const kind = wrapper === undefined ? undefined : kinds[wrapper]
      return kind === undefined || wrapper === undefined || !isObject(inner)
        ? object
        : { [wrapper]: { kind, ...inner } }
    }),
}

const kinds: Readonly<Record<string, string>> = {
  task: 'task',
  message: 'message',
  statusUpdate: 'status-update',
  artifactUpdate: 'artifact-update',
}

export const enumsAsNumbers: Quirk = {
  json: (json) =>
    everyObject(json, (object) => {
      const state = stateNumbers.indexOf(String(object['state']).toLowerCase().replace('task_state_', ''))
      return state < 0 ? object : { ...object, state }
    }),
}

const stateNumbers = ['unspecified', 'submitted', 'working', 'completed', 'failed', 'canceled'].concat([
  'input_required',
  'rejected',
  'auth_required',
])

export const snakeCaseCard: Quirk = {
  card: (card) =>
    everyObject(card, (object) =>
      Object.fromEntries(
        Object.entries(object).map(([name, member]) => [
          name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          member,
        ]),
      ),
    ) as JsonObject,
}

/** Events lack the request's id: agentstack (#1497). */
export const eventsWithoutId: Quirk = {
  envelope: (envelope, { place }) => (place === 'event' ? withoutMembers(envelope, 'id') : envelope),
}

export const numericIdAsText: Quirk = {
  envelope: (envelope) => ({ ...envelope, id: String(envelope['id']) }),
}

export const nullError: Quirk = { envelope: (envelope) => ({ error: null, ...envelope }) }

/** The first chunk is an append: AG2. */
export const appendFirst: Quirk = {
  async *steps(steps) {
    for await (const step of steps) yield step.step === 'artifact' ? { ...step, append: true } : step
  },
}

/** Sends chunks as messages of a working status, and the result as one artifact at the end: Strands. */
export const chunksAsStatus: Quirk = {
  async *steps(steps) {
    const parts: Extract<Step, { step: 'artifact' }>['parts'][number][] = []
    for await (const step of steps) {
      if (step.step === 'artifact') {
        parts.push(...step.parts)
        yield { step: 'status', state: 'working', parts: step.parts }
        continue
      }
      if (step.step === 'status' && step.state === 'completed' && parts.length > 0) {
        yield {
          step: 'artifact',
          artifactId: 'agent_response',
          name: 'agent_response',
          parts,
          lastChunk: true,
        }
      }
      yield step
    }
  },
}

/** The first chunk twice, and the whole text after the last chunk: Google ADK (#6343, #6686). */
export const aggregatedAtEnd: Quirk = {
  async *steps(steps) {
    let text = ''
    for await (const step of steps) {
      if (step.step !== 'artifact') {
        yield step
        continue
      }
      yield step
      if (!step.append) yield step
      text += step.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
      if (step.lastChunk) {
        const parts = [{ kind: 'text', text }] as const
        yield { step: 'artifact', artifactId: step.artifactId, parts, lastChunk: true }
      }
    }
  },
}

/** A space before each chunk: CrewAI (#7477). */
export const spacedChunks: Quirk = {
  async *steps(steps) {
    for await (const step of steps) {
      if (step.step !== 'artifact' || !step.append) yield step
      else {
        const parts = step.parts.map((part) =>
          part.kind === 'text' ? { ...part, text: ` ${part.text}` } : part,
        )
        yield { ...step, parts }
      }
    }
  },
}

/** Supports only these methods. */
export const onlyOperations = (...operations: readonly string[]): Quirk => ({
  params: (params, operation) => (operations.includes(operation) ? params : fault('method-not-found')),
})
