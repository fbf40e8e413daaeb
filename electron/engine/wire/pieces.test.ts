import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { createJudge } from '../judge.ts'
import { ItemReader } from './reading.ts'
import { readSseFields } from './sse.ts'

const wrap = fc.constantFrom(
  { start: 'data: ', end: '\n\n' },
  { start: 'data: ', end: '\r\n\r\n' },
  { start: 'data:', end: '\n\n' },
)
const ids = { taskId: 't', contextId: 'c' }
const text = fc.constantFrom(
  'a',
  ' the',
  'two',
  '',
  'with "quotes"\n',
  'ü🙂',
  'x'.repeat(40),
  'x'.repeat(2_000),
)
const piece = fc
  .record({
    text,
    artifactId: fc.constantFrom('a', 'a', 'a', 'b'),
    append: fc.constantFrom(true, true, true, false),
  })
  .map(({ text: output, artifactId, append }) => ({
    artifactUpdate: { ...ids, artifact: { artifactId, parts: [{ text: output }] }, append },
  }))
const hostile = fc.constantFrom(
  '',
  '"',
  '\\',
  '\n',
  '"}],"parts":[{"text":"z',
  'data: ',
  '\u2028',
  '__proto__',
  '\ud800',
)
/** They differ in more than the text. */
const varied = fc
  .oneof(fc.constant(fc.double({ noNaN: true, noDefaultInfinity: true })), fc.constant(hostile))
  .chain((step) =>
    fc.record({
      whose: fc.constantFrom('update', 'artifact', 'part'),
      said: fc.array(fc.tuple(fc.oneof(text, text, hostile), step, hostile), { minLength: 1, maxLength: 30 }),
    }),
  )
  .map(({ whose, said }) =>
    said.map(([chunk, step, at]) => {
      const metadata = { step, deep: [{ at }] }
      const part = { text: chunk, ...(whose === 'part' && { metadata }) }
      const artifact = { artifactId: 'a', parts: [part], ...(whose === 'artifact' && { metadata }) }
      return { artifactUpdate: { ...ids, artifact, append: true, ...(whose === 'update' && { metadata }) } }
    }),
  )
const event = fc.oneof(
  { weight: 4, arbitrary: varied },
  { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 12 }) },
  {
    weight: 6,
    arbitrary: fc.array(text, { minLength: 1, maxLength: 12 }).map((texts) =>
      texts.map((output) => ({
        artifactUpdate: { ...ids, artifact: { artifactId: 'a', parts: [{ text: output }] }, append: true },
      })),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      [{ statusUpdate: { ...ids, status: { state: 'TASK_STATE_WORKING' } } }],
      [{ statusUpdate: { ...ids, status: { state: 'TASK_STATE_COMPLETED' } } }],
      [{ task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } }],
      [{ nonsense: true }],
    ),
  },
)
const streams = fc
  .array(fc.tuple(event, wrap), { maxLength: 12 })
  .map((groups) =>
    groups.flatMap(([group, { start, end }]) =>
      group.map((result) => start + JSON.stringify({ jsonrpc: '2.0', id: 'r', result }) + end),
    ),
  )

function openReader() {
  const updates: unknown[] = []
  const reader = new ItemReader({
    facts: {
      exchangeId: 'x',
      call: { purpose: 'operation', operation: 'stream', dialect: '1.0', binding: 'JSONRPC', label: 'm' },
      url: 'http://agent/',
      requestId: 'r',
    },
    judge: createJudge(),
    dialect: dialectOf('1.0'),
    operation: 'stream',
    binding: 'JSONRPC',
    onUpdate: ({ decoded }) => updates.push(decoded.kind === 'result' ? decoded.result : decoded.kind),
    onPieces: (_, read) => updates.push(...read()),
    onReply: () => undefined,
  })
  const timings = {}
  reader.head({ status: 200, statusText: 'OK', headers: [['Content-Type', 'text/event-stream']], timings })
  return { reader, updates }
}

interface Read {
  readonly frame: string
  readonly taskId: string | undefined
  readonly rules: readonly string[]
}

/** The recorded items of frames, read in chunks of `perChunk`; with `inRuns`, similar frames together. */
function readAll(frames: readonly string[], perChunk: number, inRuns: boolean) {
  const { reader, updates } = openReader()
  const read: Read[] = []
  let together = 0
  for (let start = 0; start < frames.length; start += perChunk) {
    const chunk = frames.slice(start, start + perChunk)
    for (let from = 0; from < chunk.length; ) {
      const pieces = inRuns ? reader.pieces(chunk, from) : undefined
      if (pieces === undefined) {
        const frame = chunk[from] ?? ''
        const { data = '' } = readSseFields({ text: frame })
        const { taskId, findings = [] } = reader.item({ data, validUtf8: true })
        read.push({ frame, taskId, rules: findings.map(({ rule }) => rule) })
        from += 1
        continue
      }
      const { wrap, before, after, texts, count, taskId } = pieces
      const lines = texts.split('\n')
      expect(lines).toHaveLength(count)
      for (const line of lines) {
        read.push({ frame: wrap.start + before + line + after + wrap.end, taskId, rules: [] })
      }
      from += count
      together += count
    }
  }
  return { told: { read, updates, end: reader.end('closed-by-agent') }, together }
}

test('pieces read together are recorded and judged as if each had been read by itself', () => {
  let together = 0
  fc.assert(
    fc.property(streams, fc.integer({ min: 1, max: 40 }), (frames, perChunk) => {
      const one = readAll(frames, perChunk, false)
      const many = readAll(frames, perChunk, true)
      expect(many.told).toEqual(one.told)
      expect(one.told.read.map(({ frame }) => frame)).toEqual(frames)
      together += many.together
    }),
    { numRuns: 300 },
  )
  // By chance between 900 and 1,250.
  expect(together).toBeGreaterThan(500)
})

test.each(['nothing else', 'metadata'])(
  'pieces that differ in their text and %s are read together, whatever they say',
  (more) => {
    let step = 0
    const dataOf = (output: string) => {
      step += 1
      const about = more === 'metadata' && { metadata: { step, at: `"${output}` } }
      const artifact = { artifactId: 'a', parts: [{ text: output }] }
      return JSON.stringify({
        jsonrpc: '2.0',
        id: 'r',
        result: { artifactUpdate: { ...ids, artifact, append: true, ...about } },
      })
    }
    const print = (output: string) => `data:${dataOf(output)}\r\n\r\n`
    const { reader } = openReader()
    for (const output of ['first', 'second', 'third']) reader.item({ data: dataOf(output), validUtf8: true })
    const texts = ['one', 'say "two"\n', 'drei ü', '🙂']
    const frames = texts.map(print)
    const pieces = reader.pieces([...frames, 'data: else\n\n'], 0)
    expect(pieces).toMatchObject({ count: 4, taskId: 't', cached: { pieces: { texts } } })
    const { wrap, before = '', after = '', texts: lines } = pieces ?? {}
    expect(wrap).toEqual({ start: 'data:', end: '\r\n\r\n' })
    expect(lines?.split('\n').map((line) => `data:${before}${line}${after}\r\n\r\n`)).toEqual(frames)
  },
)
