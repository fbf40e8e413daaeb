import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRecord } from './record.ts'
import type { SpanToWrite } from './write-spans.ts'

const traceSpans = 20
const resource = { service: 's', attributes: '{}' }
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

function span(number: number): SpanToWrite {
  return {
    ...{ resource, traceId, spanId: number.toString(16).padStart(16, '0'), parentSpanId: undefined },
    ...{ name: 'x', kind: 0, status: 0, category: 0, start: 1, end: 2, detail: '{}' },
  }
}

test('sent twice, a span is kept once; more than a trace may have are counted', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-spans-'))
  const record = openRecord({ dataDir, traceSpans })
  onTestFinished(() => {
    record.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { sessionId } = record.createSession('')
  const write = (from: number, to: number) =>
    record.spans.write(
      Array.from({ length: to - from }, (_, index) => span(from + index + 1)),
      1,
      sessionId,
    )
  expect(write(0, 15)).toEqual({ received: 15, repeated: 0, dropped: 0 })
  expect(write(10, 15)).toEqual({ received: 0, repeated: 5, dropped: 0 })
  // The limit is reached within one batch.
  expect(write(10, 30)).toEqual({ received: 5, repeated: 5, dropped: 10 })
  expect(write(0, 30)).toEqual({ received: 0, repeated: 20, dropped: 10 })
  const { spans, dropped } = record.spans.trace(traceId)
  expect([spans.length, dropped]).toEqual([20, 20])
})
