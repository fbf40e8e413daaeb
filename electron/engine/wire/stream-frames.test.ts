import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { createJudge } from '../judge.ts'
import { systemClock } from '../platform/clock.ts'
import { openRecord } from '../store/record.ts'
import { Exchange } from './exchange.ts'
import { defaultProfile } from './profile.ts'
import { ItemReader } from './reading.ts'
import { openResponse } from './response.ts'
import { Secrets } from './secrets.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parley-lines-'))
const record = openRecord({ dataDir })
const { sessionId } = record.createSession('lines')
afterAll(() => {
  record.close()
  rmSync(dataDir, { recursive: true })
})

const secret = 'a-secret-of-ours'
const secrets = new Secrets()
secrets.learn(secret)
const call = {
  purpose: 'operation',
  operation: 'stream',
  dialect: '1.0',
  binding: 'JSONRPC',
  label: 'm',
} as const

function eventOf(step: number, text: string, taskId: string): string {
  const artifact = { artifactId: 'a', parts: [{ text }] }
  const result = { artifactUpdate: { taskId, contextId: 'c', artifact, append: true, metadata: { step } } }
  return JSON.stringify({ jsonrpc: '2.0', id: 'r', result })
}

const text = fc.constantFrom('a', ' the', 'ü🙂', 'x'.repeat(1_500), 'y'.repeat(5_000), 'with "quotes"\n')
const reported = fc
  .record({ step: fc.nat(20), text, taskId: fc.constantFrom('t', 't', 't', 't', 't', 'u') })
  .map(({ step, text: output, taskId }) => eventOf(step, output, taskId))
const plain = fc
  .record({
    data: reported,
    wrap: fc.constantFrom(['data: ', '\n\n'], ['data: ', '\n\n'], ['data:', '\r\n\r\n']),
  })
  .map(({ data, wrap: [start, end] }) => `${start}${data}${end}`)
const odd = fc.constantFrom(
  ': a comment\n\n',
  `event: update\ndata: ${eventOf(1, 'named', 't')}\n\n`,
  `data: ${eventOf(1, 'masked', 't').replace('masked', secret)}\n\n`,
  'data: {"jsonrpc":"2.0","id":"r","result":{"nonsense":true}}\n\n',
  'data: {"jsonrpc":"2.0","id":"r","error":{"code":-32603,"message":"broken"}}\n\n',
  'data: no JSON\n\n',
  'data: two\ndata: lines\n\n',
)
const streams = fc.array(fc.oneof({ weight: 12, arbitrary: plain }, { weight: 1, arbitrary: odd }), {
  minLength: 1,
  maxLength: 60,
})

/** The record of a stream that arrives in these chunks. */
async function recorded(chunks: readonly string[]) {
  const [credentialNames, credentialQuery] = [new Set<string>(), new Set<string>()]
  const exchange = new Exchange({
    ...{ record, secrets, clock: systemClock, sessionId, call, credentialNames, credentialQuery },
  })
  const { exchangeId } = exchange
  const reader = new ItemReader({
    facts: { exchangeId, call, url: 'http://agent/', requestId: 'r' },
    judge: createJudge(),
    dialect: dialectOf('1.0'),
    operation: 'stream',
    binding: 'JSONRPC',
    onUpdate: () => undefined,
    onReply: () => undefined,
  })
  const headers = [['Content-Type', 'text/event-stream']] as const
  const head = { status: 200, statusText: 'OK', headers, timings: {} }
  const response = openResponse(head, {
    ...{ url: 'http://agent/', exchange, profile: defaultProfile, reader, streaming: true },
    stop: () => undefined,
    done: () => undefined,
  })
  for (const chunk of chunks) {
    response.chunk(Buffer.from(chunk), { pause: () => undefined, resume: () => undefined })
  }
  response.end({ reason: 'complete' })
  record.flush()
  const entries = await record.page({ filter: { exchangeId }, offset: 0, limit: 500 })
  return {
    entries: entries.map(({ seq, exchangeId: _, at, monoMs, ...entry }) => entry),
    ofTask: await record.count({ exchangeId, taskId: 't' }),
  }
}

test('frames recorded together are recorded as if each had come by itself', async () => {
  await fc.assert(
    fc.asyncProperty(streams, fc.integer({ min: 2, max: 30 }), async (frames, perChunk) => {
      const chunks = Array.from({ length: Math.ceil(frames.length / perChunk) }, (_, place) =>
        frames.slice(place * perChunk, (place + 1) * perChunk).join(''),
      )
      const [one, many] = [await recorded(frames), await recorded(chunks)]
      expect(many.entries).toEqual(one.entries)
      expect(many.ofTask).toBe(one.ofTask)
    }),
    { numRuns: 200 },
  )
})
