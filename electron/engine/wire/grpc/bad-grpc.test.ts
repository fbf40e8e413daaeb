// gRPC agents with errors below the messages: each call ends once, in the record, with a sentence, and the next call works.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Entry } from '#shared/record/entry.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { type BrokenGrpcName, brokenGrpcAgent } from '../../../../e2e/agents/broken/grpc.ts'
import { type InternalError, onInternalError } from '../../platform/guarded.ts'
import { openRecord, type SessionRecord } from '../../store/record.ts'
import { createWire, type Wire } from '../wire.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bad-grpc-'))
const internalErrors: InternalError[] = []
let stopListening: () => void
let record: SessionRecord
let wire: Wire
let sessionId: string
beforeAll(() => {
  stopListening = onInternalError((error) => internalErrors.push(error))
  record = openRecord({ dataDir })
  wire = createWire({ record })
  sessionId = record.createSession('bad grpc agents').sessionId
})
afterAll(() => {
  wire.close()
  record.close()
  stopListening()
  rmSync(dataDir, { recursive: true, force: true })
})

async function streamFrom(url: string): Promise<readonly Entry[]> {
  const call = wire.call({
    sessionId,
    purpose: 'operation',
    url,
    ...encoded('1.0', 'GRPC', { kind: 'subscribe', taskId: 't1' }),
    profile: { connectTimeoutMs: 2_000, firstByteTimeoutMs: 3_000, maxFrameBytes: 1024 * 1024 },
  })
  await call.done
  record.flush()
  const filter = { exchangeId: call.exchangeId }
  return (await record.read({ after: 0, limit: 100, filter })).entries
}

const compressed = /marked it as compressed, but named no encoding in grpc-encoding that Parley supports/

const endings: { readonly [Name in BrokenGrpcName]: readonly [last: string, says: RegExp] } = {
  'compressed-unannounced': ['bad-encoding', compressed],
  'compressed-as-identity': ['bad-encoding', compressed],
  zstd: ['bad-encoding', compressed],
  'unknown-encoding': ['bad-encoding', compressed],
  'second-message-compressed': ['bad-encoding', compressed],
  'not-gzip': ['bad-encoding', /isn’t the gzip that the agent’s grpc-encoding declares/],
  'gzip-bomb': ['too-large', /larger than 1 MB/],
  'unknown-flag': ['end', /^0 /],
  'length-too-long': ['end', /^0 /],
  'length-of-4-gigabytes': ['too-large', /larger than 1 MB/],
  'no-status': ['reset', /Connection reset by/],
  'no-trailers': ['reset', /Connection reset by/],
  'status-not-a-number': ['end', /./],
  'status-out-of-range': ['end', /./],
  'status-negative': ['end', /./],
  'message-not-percent-encoded': ['end', /^13 /],
  'details-not-protobuf': ['end', /^13 /],
  'binary-metadata-not-base64': ['end', /^0 /],
  'http-500': ['end', /./],
  'http-204': ['end', /./],
  'plain-body': ['too-large', /larger than 1 MB/],
  'reset-before-head': ['reset', /./],
  'reset-after-message': ['reset', /./],
  'goes-away': ['other', /./],
  'hangs-up': ['reset', /./],
}

test.each(Object.entries(endings))('%s', async (name, [last, pattern]) => {
  const agent = await brokenGrpcAgent(name as BrokenGrpcName)
  const entries = await streamFrom(agent.url)
  await agent.close()
  const ends = entries.filter(({ kind }) => kind === 'end' || kind === 'failure')
  expect(ends.map(endOf)).toEqual([{ last, says: expect.stringMatching(pattern) }])
  expect(internalErrors).toEqual([])
})

function endOf(entry: Entry) {
  if (entry.kind === 'failure') return { last: entry.failure, says: entry.message }
  if (entry.kind !== 'end') return { last: entry.kind, says: '' }
  return { last: 'end', says: `${entry.grpcStatus?.code} ${entry.grpcStatus?.message}` }
}
