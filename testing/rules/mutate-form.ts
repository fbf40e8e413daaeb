// Breaks the form around the content: the envelope, the wrapper, the body as a whole.

import { isObject, memberOf, textOf } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { Sample } from './sample.ts'

export interface Mutation {
  readonly what: string
  /** The expected place of the finding. */
  readonly pointer: string
  readonly document: JsonValue
}

export function* mutateForm({ use, document }: Sample): Generator<Mutation> {
  if (use.as === 'card') return
  const rpc = Object.hasOwn(document, 'jsonrpc')
  if (rpc) yield* mutateEnvelope(document)
  const holder = rpc ? memberOf(document, 'result') : document
  const at = rpc ? '/result' : ''
  if (!isObject(holder)) return
  const rebuilt = (next: JsonValue): JsonValue => (rpc ? { ...document, result: next } : next)
  for (const next of ['text', 42, [], ...(rpc ? [null] : [])]) {
    yield { what: `${JSON.stringify(next)} as body`, pointer: at, document: rebuilt(next) }
  }
  const kind = textOf(holder, 'kind')
  const inner = wrappedIn(holder)
  if (inner !== undefined) yield { what: 'unwrapped', pointer: at, document: rebuilt(inner) }
  else if (kind !== undefined && use.as !== 'reply') {
    const wrapper = kind.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase())
    yield { what: 'wrapped', pointer: `${at}/${wrapper}`, document: rebuilt({ [wrapper]: holder }) }
  }
}

function* mutateEnvelope(document: JsonObject): Generator<Mutation> {
  yield { what: 'batch', pointer: '', document: [document] }
  yield { what: 'foreign id', pointer: '/id', document: { ...document, id: 'other' } }
  yield { what: 'null id', pointer: '/id', document: { ...document, id: null } }
  if (!Object.hasOwn(document, 'result')) return
  const error = { code: -32603, message: 'm' }
  yield { what: 'result and error', pointer: '/result', document: { ...document, error } }
  yield { what: 'no result', pointer: '/result', document: withoutMember(document, 'result') }
}

function wrappedIn(holder: JsonObject): JsonValue | undefined {
  const [only, ...more] = Object.keys(holder)
  if (only === undefined || more.length > 0) return undefined
  return ['task', 'message', 'statusUpdate', 'artifactUpdate'].includes(only) ? holder[only] : undefined
}

export function withoutMember(owner: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(owner).filter(([each]) => each !== name))
}
