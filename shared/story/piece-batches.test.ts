// Pieces of a text that arrived together are applied as one batch, with the same result as one by one.

import { expect, test } from 'vitest'
import { recorderIn } from '#testing/story/fold-whole.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../a2a/dialects.ts'
import { emptyList, slice } from '../collections/list.ts'
import type { Entry } from '../record/entry.ts'
import { isPlain } from '../record/plain-frame.ts'
import { type Packed, runOf } from '../record/run.ts'
import { wholeParts } from './artifact-content.ts'
import { Projection } from './projection.ts'
import { createReading } from './reading.ts'
import { entriesOfRow } from './timeline/timeline-api.ts'

const { chunk, result, send, status, statusUpdate, task, user } = wire10

/** A long answer in which many pieces share their time, then a webhook call that repeats one of them, and the end. */
function script(isVaried: boolean): readonly Entry[] {
  const about = (index: number) => (isVaried ? { metadata: { step: index, at: `"${index}\\` } } : {})
  const record = createScriptedRecord()
  record.call({ id: 'x', operation: 'stream', body: send(user('m', 'tell me')) })
  record.frame('x', result({ task: task('t', status('WORKING')) }))
  for (let index = 0; index < 200; index++)
    record.frame('x', result(chunk('t', 'r', `word ${index} é, `, { append: index > 0, ...about(index) })))
  record.webhook('w', chunk('t', 'r', 'word 150 é, ', { append: true }))
  record.frame('x', result(chunk('t', 'r', 'and more.', { append: true })))
  record.frame('x', result(statusUpdate('t', status('COMPLETED'))))
  record.end('x')
  return record.entries.map((entry) => {
    const arrived = entry.kind === 'frame' ? entry.monoMs - (entry.monoMs % 40) + 39 : entry.monoMs
    return { ...entry, at: entry.at - entry.monoMs + arrived, monoMs: arrived }
  })
}

function inRuns(entries: readonly Entry[], most: number): readonly Packed[] {
  const packed: Packed[] = []
  for (let next = 0; next < entries.length; ) {
    const frames = entries.slice(next, next + most)
    const end = frames.findIndex((entry) => !isPlain(entry))
    const run = (end < 0 ? frames : frames.slice(0, end)).filter(isPlain)
    packed.push(...(run.length > 1 ? [runOf(run)] : entries.slice(next, next + 1)))
    next += Math.max(1, run.length)
  }
  return packed
}

function foldedIn(entries: readonly Packed[]) {
  const projection = new Projection(createReading({ dialectOf }))
  projection.apply(entries)
  const view = projection.task('a t')
  const recorder = recorderIn(projection, 't')
  const artifacts = slice(view?.artifacts ?? emptyList)
  return {
    events: [...(view?.events ?? [])].map(({ fact, first, others }) => ({
      fact,
      first,
      others: slice(others),
    })),
    artifacts: artifacts.map(({ content, textLength, marks }) => ({
      ...{ parts: wholeParts(content), pieces: content.pieces, last: content.last, textLength, marks },
      segments: content.segments.map(({ count, origins }) => [count, origins]),
    })),
    outline: recorder?.outline(),
    rows: Array.from({ length: recorder?.rows.length ?? 0 }, (_, index) => recorder?.rows.row(index)),
    pieceAt: recorder && entriesOfRow(recorder, 2, 150, 1),
  }
}

test.each([
  [3, false],
  [40, false],
  [500, false],
  [3, true],
  [40, true],
  [500, true],
])('in runs of %i, differing in metadata too: %s', (most, isVaried) => {
  const entries = script(isVaried)
  const alone = foldedIn(entries)
  expect(alone.artifacts[0]?.pieces).toBe(201)
  expect(alone.events.some(({ others }) => others.length > 0)).toBe(true)
  expect(foldedIn(inRuns(entries, most))).toEqual(alone)
})
