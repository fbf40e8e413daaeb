// What the filter of the wire can ask for. Parser, completion and the engine's evaluation read this table.

export type FilterComparison = ':' | '>' | '<' | '>=' | '<='

interface TextKey {
  readonly type: 'text'
  readonly hint: string
}
interface ChoiceKey {
  readonly type: 'choice'
  readonly hint: string
  readonly choices: readonly string[]
  /** What may be written besides the choices. */
  readonly others?: RegExp
}
interface AmountKey {
  readonly type: 'amount'
  readonly hint: string
  readonly units: Readonly<Record<string, number>>
}
export type KeyFacts = TextKey | ChoiceKey | AmountKey

const bytes = { '': 1, b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 }
const time = { '': 1, ms: 1, s: 1e3, m: 60e3, min: 60e3 }
const plain = { '': 1 }

export const filterKeys = {
  method: { type: 'text', hint: 'JSON-RPC, gRPC or HTTP method, or part of one' },
  url: { type: 'text', hint: 'part of the address' },
  agent: { type: 'text', hint: 'part of the agent’s name' },
  task: { type: 'text', hint: 'how the task’s id begins' },
  context: { type: 'text', hint: 'how the context’s id begins' },
  session: { type: 'text', hint: 'part of the session’s title, or its id' },
  note: { type: 'text', hint: 'part of your note' },
  version: { type: 'text', hint: 'A2A version, such as 1.0 or 0.3' },
  kind: {
    type: 'choice',
    hint: 'what it was for',
    choices: ['operation', 'webhook', 'card', 'probe', 'raw', 'file', 'stream'],
  },
  status: {
    type: 'choice',
    hint: 'how it went, or an HTTP status such as 404 or 4xx',
    choices: ['error', 'ok', 'open', 'failed'],
    others: /^[1-5](\d\d|xx)$/,
  },
  binding: { type: 'choice', hint: 'how it was spoken', choices: ['jsonrpc', 'rest', 'grpc'] },
  finding: {
    type: 'choice',
    hint: 'with findings at least this grave, or of a rule',
    choices: ['error', 'warning', 'info', 'any', 'none'],
    others: /^[a-z][a-z0-9]*-[a-z0-9-]+$/i,
  },
  is: { type: 'choice', hint: 'what you did with it', choices: ['pinned', 'marked', 'noted'] },
  code: { type: 'amount', hint: 'the agent’s error code, such as -32001', units: plain },
  size: { type: 'amount', hint: 'bytes received: size>10k', units: bytes },
  sent: { type: 'amount', hint: 'bytes sent: sent>1M', units: bytes },
  dur: { type: 'amount', hint: 'how long it took: dur>1s', units: time },
  frames: { type: 'amount', hint: 'frames of a stream: frames>100', units: plain },
} as const satisfies Record<string, KeyFacts>

export type FilterKey = keyof typeof filterKeys

export const filterKeyNames = Object.keys(filterKeys) as readonly FilterKey[]

export function isFilterKey(name: string): name is FilterKey {
  return Object.hasOwn(filterKeys, name)
}

export function keyFacts(key: FilterKey): KeyFacts {
  return filterKeys[key]
}
