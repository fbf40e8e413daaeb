import { expect, it } from 'vitest'
import { createScriptedRecord, type ScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../a2a/dialects.ts'
import { Projection } from './projection.ts'
import { createReading } from './reading.ts'
import { twinOf } from './story-api.ts'

const { send, status, statusUpdate, user } = wire10
const completed = statusUpdate('t', status('COMPLETED', { timestamp: '2026-11-21T10:00:05.000Z' }))

const streaming = (record: ScriptedRecord) => {
  record.call({ id: 'x', operation: 'stream', body: send(user('m', 'go')) })
  record.frame('x', wire10.result(completed))
}
const called = (record: ScriptedRecord) => void record.webhook('w', completed)

it.each([
  ['behind its stream', [streaming, called], { kind: 'after', source: 'stream', delayMs: 1 }],
  ['ahead of its stream', [called, streaming], { kind: 'ahead', source: 'stream', aheadMs: 3 }],
  ['by itself', [called], { kind: 'alone' }],
] as const)('a call stands %s', (_name, scripts, twin) => {
  const record = createScriptedRecord()
  for (const script of scripts) script(record)
  const projection = new Projection(createReading({ dialectOf }))
  projection.apply(record.entries)
  const { taskKey = '', landing } = projection.exchange('w')?.webhook?.told ?? {}
  const event = projection.task(taskKey)?.events.at(landing?.index ?? -1)
  expect(event && twinOf(event, 'w')).toEqual(twin)
})
