// The keys of the wire's filter with their meaning. Parser, completion and evaluation read this table.

import {
  allOf,
  anyOf,
  begins,
  type Condition,
  compares,
  type FieldName,
  has,
  hasTask,
  is,
  isOneOf,
  isPresent,
  not,
  reads,
} from './condition.ts'

/** Agents whose name contains a text: names are stored elsewhere. */
export type AgentsNamed = (text: string) => readonly string[]

interface TextKey {
  readonly type: 'text'
  readonly hint: string
  readonly field?: undefined
  means(value: string, agentsNamed: AgentsNamed): Condition
}
interface ChoiceKey {
  readonly type: 'choice'
  readonly hint: string
  readonly choices: Readonly<Record<string, Condition>>
  /** Accepted values besides the choices. */
  readonly others?: { readonly pattern: RegExp; means(value: string): Condition }
  readonly field?: FieldName
}
interface AmountKey {
  readonly type: 'amount'
  readonly hint: string
  readonly units: Readonly<Record<string, number>>
  readonly field: FieldName
}
export type KeyFacts = TextKey | ChoiceKey | AmountKey

const bytes = { '': 1, b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 }
const time = { '': 1, ms: 1, s: 1e3, m: 60e3, min: 60e3 }
const plain = { '': 1 }

const isError = anyOf(
  is('state', 'failed'),
  compares('status', '>=', 400),
  isPresent('code'),
  isOneOf('taskState', ['failed', 'rejected']),
)
const errors = compares('errors', '>', 0)
const warnings = anyOf(errors, compares('warnings', '>', 0))
const findings = anyOf(warnings, compares('infos', '>', 0))
const ownCall = not(anyOf(isPresent('caller'), is('kind', 'webhook')))

const filterKeys = {
  method: {
    type: 'text',
    hint: 'JSON-RPC, gRPC or HTTP method, or part of one',
    means: (value) => anyOf(has('label', value), reads('method', value)),
  },
  url: { type: 'text', hint: 'part of the address', means: (value) => has('url', value) },
  agent: {
    type: 'text',
    hint: 'part of the agent’s name',
    means: (value, agentsNamed) => isOneOf('agent', agentsNamed(value)),
  },
  caller: {
    type: 'text',
    hint: 'caller name, User-Agent or address; parley for its own requests',
    means: (value, agentsNamed) =>
      anyOf(
        has('program', value),
        begins('caller', value),
        isOneOf('callerAgent', agentsNamed(value)),
        ...('parley'.includes(value.toLowerCase()) ? [ownCall] : []),
      ),
  },
  task: {
    type: 'text',
    hint: 'task ID prefix',
    means: (value) => anyOf(begins('task', value), hasTask(value)),
  },
  context: { type: 'text', hint: 'how the context’s id begins', means: (value) => begins('context', value) },
  trace: {
    type: 'text',
    hint: 'how the id of the trace in its traceparent begins',
    means: (value) => begins('trace', value),
  },
  session: {
    type: 'text',
    hint: 'part of the recording’s title, or its id',
    means: (value) => anyOf(begins('session', value), has('sessionName', value)),
  },
  note: { type: 'text', hint: 'part of your note', means: (value) => has('note', value) },
  version: {
    type: 'text',
    hint: 'A2A version, such as 1.0 or 0.3',
    means: (value) => begins('dialect', value),
  },
  kind: {
    type: 'choice',
    hint: 'what it was for',
    choices: {
      operation: is('kind', 'operation'),
      webhook: is('kind', 'webhook'),
      card: is('kind', 'card'),
      probe: is('kind', 'probe'),
      raw: is('kind', 'raw'),
      file: is('kind', 'file'),
      'sign-in': is('kind', 'sign-in'),
      stream: anyOf(compares('frames', '>', 0), isOneOf('operation', ['stream', 'subscribe'])),
    },
  },
  status: {
    type: 'choice',
    hint: 'how it went, or an HTTP status such as 404 or 4xx',
    choices: {
      error: isError,
      ok: allOf(is('state', 'done'), not(isError)),
      open: is('state', 'open'),
      failed: is('state', 'failed'),
    },
    others: {
      pattern: /^[1-5](\d\d|xx)$/,
      means(value) {
        if (!value.endsWith('xx')) return is('status', Number(value))
        const from = Number(value[0]) * 100
        return allOf(compares('status', '>=', from), compares('status', '<', from + 100))
      },
    },
    field: 'status',
  },
  binding: {
    type: 'choice',
    hint: 'how it was spoken',
    choices: {
      jsonrpc: is('binding', 'JSONRPC'),
      rest: is('binding', 'HTTP+JSON'),
      grpc: is('binding', 'GRPC'),
    },
  },
  finding: {
    type: 'choice',
    hint: 'with problems at least this severe, or of a rule',
    choices: {
      error: errors,
      warning: warnings,
      info: findings,
      any: findings,
      none: not(findings),
    },
    others: { pattern: /^[a-z][a-z0-9]*-[a-z0-9-]+$/i, means: (value) => has('rules', ` ${value}`) },
  },
  is: {
    type: 'choice',
    hint: 'what you did with it',
    choices: { pinned: is('pinned', 1), marked: isPresent('mark'), noted: isPresent('note') },
  },
  code: { type: 'amount', hint: 'the agent’s error code, such as -32001', units: plain, field: 'code' },
  size: { type: 'amount', hint: 'bytes received: size>10k', units: bytes, field: 'received' },
  sent: { type: 'amount', hint: 'bytes sent: sent>1M', units: bytes, field: 'sent' },
  dur: { type: 'amount', hint: 'how long it took: dur>1s', units: time, field: 'durationMs' },
  frames: { type: 'amount', hint: 'events of a stream: frames>100', units: plain, field: 'frames' },
} as const satisfies Record<string, KeyFacts>

export type FilterKey = keyof typeof filterKeys

export const filterKeyNames = Object.keys(filterKeys) as readonly FilterKey[]

export function isFilterKey(name: string): name is FilterKey {
  return Object.hasOwn(filterKeys, name)
}

export function keyFacts(key: FilterKey): KeyFacts {
  return filterKeys[key]
}

/** The condition of a choice, or of another accepted value. */
export function choiceOf({ choices, others }: ChoiceKey, value: string): Condition | undefined {
  if (Object.hasOwn(choices, value)) return choices[value]
  return others?.pattern.test(value) ? others.means(value) : undefined
}
