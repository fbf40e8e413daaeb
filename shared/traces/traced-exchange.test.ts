import { expect, test } from 'vitest'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../a2a/dialects.ts'
import { plainFrame } from '../record/plain-frame.ts'
import { runOf, unpack } from '../record/run.ts'
import { createReading } from '../story/reading.ts'
import { maxSpanEvents } from './span.ts'
import { traceExchange } from './traced-exchange.ts'

const chunk = (text: string) => JSON.stringify(wire10.result(wire10.chunk('t', 'a', text)))
const status = (name: string) =>
  JSON.stringify(wire10.result(wire10.statusUpdate('t', wire10.status(name), 'c')))
const many = Array.from({ length: maxSpanEvents + 10 }, (_, index) => chunk(`piece ${index} `))

const framesOf = (lines: readonly string[], from: number) =>
  lines.map((line, place) => {
    const index = from + place
    const base = { seq: 10 + index, sessionId: 's', exchangeId: 'x', at: 1_000 + index, monoMs: 10 + index }
    return plainFrame(base, index, line, { start: 'data: ', end: '\n\n' })
  })

test.each<readonly [what: string, lines: readonly string[]]>([
  ['pieces of a text', many.slice(0, 20)],
  ['a state among pieces', [chunk('one'), status('COMPLETED'), chunk('two')]],
  ['states alone', [status('WORKING'), status('FAILED')]],
  [
    'a member whose name begins in what all begin with',
    [status('WORKING').replace('"status"', '"stats"'), status('FAILED')],
  ],
  ['a name in escapes', [chunk('one'), status('COMPLETED').replace('"state"', '"\\u0073tate"')]],
  ['a text that quotes a state', [chunk('"state"'), chunk('"state":"working"')]],
])('a run behind the frames that are told one by one says what its frames say: %s', (_, lines) => {
  for (const withText of [true, false]) {
    const record = createScriptedRecord()
    record.add('x', (common) => ({
      ...common,
      kind: 'request',
      call: { purpose: 'operation', operation: 'stream', dialect: '1.0', binding: 'JSONRPC', label: 'x' },
      method: 'POST',
      url: 'http://127.0.0.1:9/',
      headers: [],
    }))
    const runs = [runOf(framesOf(many, 0)), runOf(framesOf(lines, many.length))]
    const tracedOf = (isPacked: boolean) => {
      const trace = traceExchange(createReading({ dialectOf }), withText)
      for (const entry of record.entries) trace.add(entry)
      for (const run of runs) for (const each of isPacked ? [run] : unpack([run])) trace.add(each)
      return trace.traced()
    }
    const traced = tracedOf(true)
    expect(traced.frameCount).toBe(many.length + lines.length)
    expect(traced).toEqual(tracedOf(false))
    expect(traced.answered).toMatch(withText ? /^piece 0 / : /^$/)
  }
})
