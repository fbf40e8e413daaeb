import { describe, expect, test } from 'vitest'
import type { Artifact, ArtifactUpdate, Part } from '../a2a/model.ts'
import { at, slice } from '../collections/list.ts'
import { defined } from '../defined.ts'
import { wholeParts } from './artifact-content.ts'
import { type ArtifactFold, createArtifactFold, type SnapshotTerms } from './artifacts.ts'
import type { Sighting } from './sightings.ts'
import type { ArtifactContent } from './task-view.ts'

const sighting: Sighting = { source: 'poll', exchangeId: 'x', seq: 9, at: 0, monoMs: 0, delayMs: 0 }
const parts = (...texts: string[]): Part[] => texts.map((text) => ({ kind: 'text', text }))
type PieceOptions = Partial<Omit<ArtifactUpdate, 'artifact'>> & { readonly artifact?: Partial<Artifact> }

const piece = (text: string, more: PieceOptions = {}): Act => {
  const { artifact, ...flags } = more
  const pending = { artifactId: 'r', parts: text === '' ? [] : parts(text), ...artifact }
  return { update: { taskId: 't', append: true, lastChunk: false, ...flags, artifact: pending } }
}
const first = (text: string, artifact: Partial<Artifact> = {}) => piece(text, { append: false, artifact })
const late = (text: string): Act => ({ ...piece(text), settled: true })
const copy = (texts: string[], terms: Partial<SnapshotTerms> = {}): Act => ({
  stored: { artifactId: 'r', parts: parts(...texts) },
  terms: { takeOver: true, final: false, sighting, ...terms },
})
const final = (...texts: string[]) => copy(texts, { final: true })
const noted = (...texts: string[]) => copy(texts, { takeOver: false })

type Act =
  | { readonly update: ArtifactUpdate; readonly settled?: boolean }
  | { readonly stored: Artifact; readonly terms: SnapshotTerms }

function folded(acts: readonly Act[]): ArtifactFold {
  const fold = createArtifactFold()
  for (const [index, act] of acts.entries()) {
    if ('update' in act) fold.apply(act.update, index, act.settled ?? false, sighting)
    else fold.snapshot(act.stored, index, act.terms)
  }
  return fold
}

/** Its content, and the number of its pieces. */
const contentOf = (content: ArtifactContent) => [
  wholeParts(content)
    .map((part) => (part.kind === 'text' ? part.text : part.kind))
    .join('+'),
  content.pieces,
]

function shownAfter(acts: readonly Act[]) {
  const view = at(folded(acts).list(), 0)
  if (!view) return undefined
  const marks = Object.keys(view.marks)
  return {
    shown: contentOf(view.content),
    ...(view.assembled !== view.content && { assembled: contentOf(view.assembled) }),
    ...defined({ relation: view.stored }),
    ...(marks.length > 0 && { marks }),
  }
}

describe('artifact assembly (PROTOCOL 7.10)', () => {
  test.each<[what: string, acts: Act[], result: ReturnType<typeof shownAfter>]>([
    ['a new id creates', [first('a')], { shown: ['a', 1] }],
    ['append extends', [first('a'), piece('b')], { shown: ['ab', 2] }],
    ['append to an unknown id creates', [piece('a')], { shown: ['a', 1], marks: ['createdByAppend'] }],
    ['no append replaces', [first('a'), piece('b'), first('c')], { shown: ['c', 1], marks: ['replaced'] }],
    [
      'a piece after the last is accepted',
      [first('a'), piece('b', { lastChunk: true }), piece('c')],
      { shown: ['abc', 3], marks: ['afterLastChunk'] },
    ],
    ['no parts, no content', [first('a'), piece('')], { shown: ['a', 1] }],
    ['text in a row is one', [first('a', { parts: parts('a', '', 'b') }), piece('c')], { shown: ['abc', 2] }],
  ])('%s', (_, acts, result) => {
    expect(shownAfter(acts)).toEqual(result)
  })

  test('replacing keeps the place', () => {
    const other = piece('x', { append: false, artifact: { artifactId: 's' } })
    const before = folded([first('a'), other]).list()
    const list = folded([first('a'), other, first('b')]).list()
    expect(slice(list).map(({ artifactId, index }) => [artifactId, index])).toEqual([
      ['r', 0],
      ['s', 1],
    ])
    // Another text has another key, so that no reader takes it for a continuation of the first.
    const keys = [before, list].map((each) => at(each, 0)?.content.segments[0]?.key)
    expect(new Set(keys).size).toBe(2)
  })

  test('names are overwritten where a piece has one, and replaced with the whole', () => {
    const named = [
      first('a', { name: 'A', description: 'first' }),
      piece('b', { artifact: { name: 'B', description: '' } }),
    ]
    expect(at(folded(named).list(), 0)).toMatchObject({ name: 'B', description: 'first' })
    expect(at(folded([...named, first('c', { name: 'C' })]).list(), 0)).not.toHaveProperty('description')
  })
})

describe('the agent’s own copy', () => {
  test.each<[what: string, acts: Act[], result: ReturnType<typeof shownAfter>]>([
    ['of something never sent is shown', [final('a', 'b')], { shown: ['ab', 1], relation: 'equal' }],
    [
      'that says the same changes nothing',
      [first('a'), piece('b'), final('ab')],
      { shown: ['ab', 2], relation: 'equal' },
    ],
    [
      'that has more is completed, and the events are kept beside it',
      [first('a'), final('abc')],
      { shown: ['abc', 2], assembled: ['a', 1], relation: 'stored-ahead' },
    ],
    [
      'that has less is the last word',
      [first('a'), piece('b'), final('a')],
      { shown: ['a', 1], assembled: ['ab', 2], relation: 'stored-behind' },
    ],
    [
      'that differs is the last word',
      [first('a'), piece('b'), final('xy')],
      { shown: ['xy', 1], assembled: ['ab', 2], relation: 'differs' },
    ],
    [
      'taken while events are under way is only noted',
      [first('a'), noted('abc'), piece('b')],
      { shown: ['ab', 2], relation: 'stored-ahead' },
    ],
    [
      'noted before the first piece does not make that piece a replacement',
      [noted('ab'), first('a'), piece('b')],
      { shown: ['ab', 2], relation: 'stored-ahead' },
    ],
    [
      'is met by pieces that come late: they complete the events',
      [first('a'), final('abc'), late('b'), late('c')],
      { shown: ['abc', 3], relation: 'equal' },
    ],
    [
      'is not extended by what comes after it',
      [first('a'), final('a'), late('b')],
      { shown: ['a', 1], assembled: ['ab', 2], relation: 'stored-behind' },
    ],
    [
      'read again after a gap goes on from there',
      [first('a'), copy(['abc']), piece('d')],
      { shown: ['abcd', 3], relation: 'stored-ahead' },
    ],
    [
      'read twice is told once',
      [first('a'), copy(['xy']), copy(['xy']), piece('z')],
      { shown: ['xyz', 2], assembled: ['az', 2], relation: 'differs' },
    ],
  ])('%s', (_, acts, result) => {
    expect(shownAfter(acts)).toEqual(result)
  })

  test('is a fact only where it showed something new', () => {
    const fold = folded([first('a'), piece('b')])
    const terms: SnapshotTerms = { takeOver: true, final: true, sighting }
    const stored = (...texts: string[]) => ({ artifactId: 'r', parts: parts(...texts) })
    expect(fold.snapshot(stored('a', 'b'), 2, terms).news).toBeUndefined()
    expect(fold.snapshot(stored('a', 'b', 'c'), 2, terms)).toMatchObject({
      news: { fact: { index: 2, whole: true }, parts: parts('c') },
    })
    expect(fold.snapshot(stored('a', 'b', 'c'), 3, terms).news).toBeUndefined()
  })
})

test('a copy is taken over beside what the events add up to, which goes on', () => {
  const data: Part = { kind: 'data', data: 1 }
  const acts = [first('a', { parts: [...parts('a'), data] }), final('xy'), late('b')]
  const view = at(folded(acts).list(), 0)
  expect(view && [view.content, view.assembled].map((content) => wholeParts(content))).toEqual([
    parts('xy'),
    [...parts('a'), data, ...parts('b')],
  ])
})
