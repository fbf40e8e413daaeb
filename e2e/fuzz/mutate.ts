// Damages bytes anywhere, and JSON such that a parser still reads it, to reach the code after the parser.

import type { Random } from './random.ts'

/** Longer inputs only take longer. */
const maxBytes = 256 * 1024

/** Tokens that are difficult for parsers. */
const tokens: readonly string[] = [
  ...['\r\n', '\n', '\r', '\n\n', '\r\n\r\n', '\0', '\uFEFF', '\u2028', '\ud83d', ' ', '\t'],
  ...[
    'data:',
    'data: ',
    'event:',
    'id:',
    'retry:',
    ':',
    ': ',
    '"',
    '\\',
    '\\u',
    '\\ud800',
    '{',
    '}',
    '[',
    ']',
    ',',
  ],
  ...['null', 'true', '-0', '1e999', '9007199254740993', '__proto__', 'constructor', '%', '%00', '//[', '*'],
  ...[
    'Content-Length: 5',
    'Transfer-Encoding: chunked',
    'Content-Encoding: gzip',
    'Location: //[',
    'HTTP/1.1 ',
  ],
  ...['text/event-stream', 'application/x-ndjson', '307', '204', '101', '--', '.', '=', ';', 'ÿ'],
]

const edgeBytes = [0, 1, 9, 10, 13, 31, 32, 34, 58, 92, 127, 128, 192, 237, 240, 255]

export function mutateBytes(random: Random, original: Buffer, others: readonly Buffer[]): Buffer {
  let bytes = original
  for (let left = 1 + random.below(4); left > 0; left--) bytes = mutateOnce(random, bytes, others)
  return bytes.subarray(0, maxBytes)
}

function mutateOnce(random: Random, bytes: Buffer, others: readonly Buffer[]): Buffer {
  const from = random.below(bytes.length + 1)
  const to = Math.min(bytes.length, from + 1 + random.below(random.oneOf([1, 4, 64, 4096])))
  const around = (inside: Buffer) => Buffer.concat([bytes.subarray(0, from), inside, bytes.subarray(to)])
  switch (random.below(8)) {
    case 0:
      return around(Buffer.alloc(0))
    case 1:
      return around(Buffer.concat(Array(2 + random.below(30)).fill(bytes.subarray(from, to))))
    case 2:
      return around(Buffer.from(random.oneOf(tokens)))
    case 3:
      return around(Buffer.concat([Buffer.from(random.oneOf(tokens)), bytes.subarray(from, to)]))
    case 4:
      return around(Buffer.from([random.oneOf(edgeBytes)]))
    case 5: {
      const copy = Buffer.from(bytes)
      if (copy.length > 0) copy[from % copy.length] = (copy[from % copy.length] ?? 0) ^ (1 << random.below(8))
      return copy
    }
    case 6: {
      const other = random.oneOf(others)
      const start = random.below(other.length)
      return around(other.subarray(start, start + random.below(512)))
    }
    default:
      return bytes.subarray(0, from)
  }
}

type Json = null | boolean | number | string | Json[] | { [member: string]: Json }

const values: readonly Json[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, '', 'x', '\0', '\ud800', '2026-13-45T99:99:99Z', '////'],
  ...['TASK_STATE_WORKING', 'completed', 'message', 'task', 'text', '2.0', 'http://[', 'unix:443', 'data:,'],
  ...([[], {}, [[]], [{}], [null], { '': '' }, { kind: 'task' }, { list: {} }] as Json[]),
]
const names = [
  'kind',
  'id',
  'result',
  'error',
  'parts',
  'status',
  'state',
  'text',
  'data',
  '__proto__',
  'toString',
  '',
]

/** JSON with a few changes; undefined for invalid JSON, and where the result would be too long. */
export function mutateJson(random: Random, text: string): string | undefined {
  const root: { it: Json } = { it: null }
  try {
    root.it = JSON.parse(text)
  } catch {
    return undefined
  }
  for (let left = 1 + random.below(3); left > 0; left--) mutateValue(random, root as unknown as Json)
  const mutated = JSON.stringify(root.it ?? null)
  return mutated.length > maxBytes ? undefined : mutated
}

function mutateValue(random: Random, root: Json): void {
  let holder = root
  let key: string | number = 'it'
  for (;;) {
    const inner: Json | undefined = (holder as Record<string, Json>)[key]
    const keys: string[] = typeof inner === 'object' && inner !== null ? Object.keys(inner) : []
    if (inner === undefined || keys.length === 0 || random.below(6) === 0) break
    holder = inner
    key = random.oneOf(keys)
  }
  const place = holder as Record<string, Json>
  const value = place[key] ?? null
  switch (random.below(6)) {
    case 0:
      return void delete place[key]
    case 1:
      return void Object.defineProperty(place, random.oneOf(names), {
        ...plain,
        value: structuredClone(value),
      })
    case 2:
      place[key] = Array<Json>(Math.min(1 + random.below(random.oneOf([3, 300])), fitting(value))).fill(value)
      return
    case 3:
      place[key] = Array.from({ length: random.below(120) }).reduce<Json>((inner) => ({ v: inner }), value)
      return
    default:
      place[key] = structuredClone(random.oneOf(values))
  }
}

/** How many copies of a value fit into an input. */
function fitting(value: Json): number {
  return Math.ceil(maxBytes / (JSON.stringify(value).length + 1))
}

const plain = { writable: true, enumerable: true, configurable: true }
