// What the members of A2A's objects mean, as JSON schemas for hovers and completion while reading and writing. They judge
// nothing: that is the rules' business, which know every version's exceptions.

import { defined } from '../defined.ts'
import type { DialectId } from './dialect.ts'
import { former, fresh, type HoverMember, type Objects } from './hover-words.ts'
import type { Binding, JsonObject } from './model.ts'

type HoverSchemaId = `${'old' | 'new'}-${'rpc' | 'rest' | 'answer'}`

export interface HoverSchema extends JsonObject {
  readonly description?: string
  readonly properties?: Readonly<Record<string, HoverSchema>>
  readonly items?: HoverSchema
  readonly enum?: readonly string[]
  readonly $ref?: string
  readonly definitions?: Readonly<Record<string, HoverSchema>>
}

export function hoverSchemaOf(dialect: DialectId, binding: Binding, side: 'request' | 'answer'): HoverSchema {
  const era = dialect.startsWith('1.') || dialect === '0.3-proto' ? 'new' : 'old'
  if (side === 'answer') return schemas[`${era}-answer`]
  return schemas[`${era}-${binding === 'JSONRPC' ? 'rpc' : 'rest'}`]
}

const schemas: Readonly<Record<HoverSchemaId, HoverSchema>> = {
  'new-rpc': rootOf(fresh, { ...objectOf(fresh, 'Rpc'), params: ref('Params') }),
  'new-rest': rootOf(fresh, objectOf(fresh, 'Params')),
  'new-answer': rootOf(fresh, answerOf(fresh)),
  'old-rpc': rootOf(former, { ...objectOf(former, 'Rpc'), params: ref('Params') }),
  'old-rest': rootOf(former, objectOf(former, 'Params')),
  'old-answer': rootOf(former, answerOf(former)),
}

/** An answer may come in its envelope or bare. */
function answerOf(objects: Objects): Readonly<Record<string, HoverSchema>> {
  const { jsonrpc, id: requestId } = objectOf(objects, 'Rpc')
  return {
    ...objectOf(objects, 'Task'),
    ...objectOf(objects, 'Result'),
    ...defined({ jsonrpc, id: requestId }),
    result: { ...ref('Result'), description: 'What the agent answers.' },
    error: { ...ref('Error'), description: 'Why the agent does not do it.' },
  }
}

function rootOf(objects: Objects, properties: Readonly<Record<string, HoverSchema>>): HoverSchema {
  const definitions = Object.keys(objects).map(
    (name) => [name, { properties: objectOf(objects, name) }] as const,
  )
  return { properties, definitions: Object.fromEntries(definitions) }
}

function objectOf(objects: Objects, name: string): Readonly<Record<string, HoverSchema>> {
  return Object.fromEntries(
    Object.entries(objects[name] ?? {}).map(([member, what]) => [member, memberSchema(what)]),
  )
}

function memberSchema(member: HoverMember): HoverSchema {
  if (typeof member === 'string') return { description: member }
  const [description, within] = member
  if ('of' in within) return { description, ...ref(within.of) }
  if ('list' in within) return { description, items: ref(within.list) }
  return { description, enum: within.words }
}

function ref(name: string): HoverSchema {
  return { $ref: `#/definitions/${name}` }
}
