// Attempts at one notification, in a record written by hand.

import { expect, it } from 'vitest'
import { createScriptedRecord, type ScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../a2a/dialects.ts'
import { at, slice } from '../collections/list.ts'
import { Projection } from './projection.ts'
import { createReading } from './reading.ts'
import { attemptsOf, type TriedCall } from './story-api.ts'

const { chunk, status, statusUpdate } = wire10
const completed = statusUpdate('t', status('COMPLETED', { timestamp: '2026-11-21T10:00:05.000Z' }))

function callsIn(script: (record: ScriptedRecord) => void) {
  const record = createScriptedRecord()
  script(record)
  const projection = new Projection(createReading({ dialectOf }))
  projection.apply(record.entries)
  const { exchanges, webhooks } = projection.snapshot()
  return slice(webhooks).flatMap((place): readonly TriedCall[] => {
    const exchange = at(exchanges, place)
    if (exchange?.webhook === undefined) return []
    const { call: _, webhook, ...row } = exchange
    return [{ ...row, call: webhook }]
  })
}

it('finds the tries of a notification from any of them, with the waits between', () => {
  const calls = callsIn((record) => {
    record.webhook('w0', completed, { answered: 503 })
    record.webhook('other', chunk('t', 'a', 'one'))
    for (const [index, wait] of [40, 80, 160].entries()) {
      record.wait(wait - 1)
      record.webhook(`w${index + 1}`, completed, { answered: index === 2 ? 200 : 503 })
    }
  })
  for (const id of ['w0', 'w2', 'w3']) {
    expect(
      attemptsOf(id, calls).map(({ exchangeId, waitedMs, answered }) => [exchangeId, waitedMs, answered]),
    ).toEqual([
      ['w0', 0, 'refused'],
      ['w1', 41, 'refused'],
      ['w2', 80, 'refused'],
      ['w3', 160, 'accepted'],
    ])
  }
  expect(attemptsOf('other', calls)).toHaveLength(1)
  expect(attemptsOf('nobody', calls)).toEqual([])
})
