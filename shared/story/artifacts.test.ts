import { describe, expect, test } from 'vitest'
import type { Artifact, ArtifactUpdate, Part } from '../a2a/model.ts'
import { at, slice } from '../collections/list.ts'
import { type ArtifactFold, createArtifactFold, type SnapshotTerms } from './artifacts.ts'

const parts = (...texts: string[]): Part[] => texts.map((text) => ({ kind: 'text', text }))
type PieceOptions = Partial<Omit<ArtifactUpdate, 'artifact'>> & { readonly artifact?: Partial<Artifact> }

const piece = (text: string, more: PieceOptions = {}): Act => {
  const { artifact, ...flags } = more
  const held = { artifactId: 'r', parts: text === '' ? [] : parts(text), ...artifact }
  return { update: { taskId: 't', append: true, lastChunk: false, ...flags, artifact: held } }
}
const first = (text: string, artifact: Partial<Artifact> = {}) => piece(text, { append: false, artifact })
const late = (text: string): Act => ({ ...piece(text), settled: true })
const copy = (texts: string[], terms: Partial<SnapshotTerms> = {}): Act => ({
  stored: { artifactId: 'r', parts: parts(...texts) },
  terms: { takeOver: true, final: false, source: 'poll', seq: 9, ...terms },
})
const final = (...texts: string[]) => copy(texts, { final: true })
const noted = (...texts: string[]) => copy(texts, { takeOver: false })

const gap: Act = { passedOver: true }

type Act =
  | { readonly passedOver: true }
  | { readonly update: ArtifactUpdate; readonly settled?: boolean }
  | { readonly stored: Artifact; readonly terms: SnapshotTerms }

function folded(acts: readonly Act[]): ArtifactFold {
  const fold = createArtifactFold()
  for (const [index, act] of acts.entries()) {
    if ('passedOver' in act) fold.passedOver()
    else if ('update' in act) fold.apply(act.update, index, act.settled ?? false)
    else fold.snapshot(act.stored, index, act.terms)
  }
  return fold
}

const textOf = (chunks: readonly { readonly parts: readonly Part[] }[]) =>
  chunks.map((chunk) => chunk.parts.map((part) => (part.kind === 'text' ? part.text : part.kind)).join('+'))

function seen(acts: readonly Act[]) {
  const view = at(folded(acts).list(), 0)
  if (!view) return undefined
  const marks = Object.entries(view.marks).filter(([, count]) => count > 0)
  return {
    shown: textOf(slice(view.chunks)),
    ...(view.assembled !== view.chunks && { assembled: textOf(slice(view.assembled)) }),
    ...(view.stored && { relation: view.stored.relation }),
    ...(marks.length > 0 && { marks: Object.fromEntries(marks) }),
  }
}

describe('artifact assembly (PROTOCOL 7.10)', () => {
  test.each<[what: string, acts: Act[], result: ReturnType<typeof seen>]>([
    ['a new id creates', [first('a')], { shown: ['a'] }],
    ['append extends', [first('a'), piece('b')], { shown: ['a', 'b'] }],
    ['append to an unknown id creates', [piece('a')], { shown: ['a'], marks: { 'created-by-append': 1 } }],
    ['no append replaces', [first('a'), piece('b'), first('c')], { shown: ['c'], marks: { replaced: 1 } }],
    [
      'a piece behind what was not read is marked, once',
      [first('a'), gap, piece('y'), piece('z')],
      { shown: ['a', 'y', 'z'], marks: { 'after-gap': 1 } },
    ],
    [
      'so is the first piece of an artifact whose beginning was not read: the agent may have sent it',
      [gap, piece('z')],
      { shown: ['z'], marks: { 'after-gap': 1 } },
    ],
    [
      "the agent's whole copy is shown, and cannot be compared with what was not read",
      [first('a'), gap, piece('z'), final('a', 'y', 'z')],
      { shown: ['a+y+z'], assembled: ['a', 'z'], relation: 'unknown', marks: { 'after-gap': 1 } },
    ],
    [
      'what begins anew lacks nothing',
      [first('a'), gap, first('b'), piece('c'), final('bc')],
      { shown: ['b', 'c'], relation: 'equal', marks: { replaced: 1 } },
    ],
    [
      'a piece after the last is accepted',
      [first('a'), piece('b', { lastChunk: true }), piece('c')],
      { shown: ['a', 'b', 'c'], marks: { 'after-last-chunk': 1 } },
    ],
    ['no parts, no content', [first('a'), piece('')], { shown: ['a'], marks: { 'empty-parts': 1 } }],
    [
      'text parts stay apart',
      [first('a', { parts: parts('a', '', 'b') }), piece('c')],
      { shown: ['a+b', 'c'] },
    ],
  ])('%s', (_, acts, result) => {
    expect(seen(acts)).toEqual(result)
  })

  test('replacing keeps the place', () => {
    const other = piece('x', { append: false, artifact: { artifactId: 's' } })
    const list = folded([first('a'), other, first('b')]).list()
    expect(slice(list).map(({ artifactId, index, generation }) => [artifactId, index, generation])).toEqual([
      ['r', 0, 1],
      ['s', 1, 0],
    ])
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
  test.each<[what: string, acts: Act[], result: ReturnType<typeof seen>]>([
    ['of something never sent is shown', [final('a', 'b')], { shown: ['a+b'], relation: 'equal' }],
    [
      'that says the same changes nothing',
      [first('a'), piece('b'), final('ab')],
      { shown: ['a', 'b'], relation: 'equal' },
    ],
    [
      'that has more is completed, and the events are kept beside it',
      [first('a'), final('abc')],
      { shown: ['a', 'bc'], assembled: ['a'], relation: 'stored-ahead' },
    ],
    [
      'that has less is the last word',
      [first('a'), piece('b'), final('a')],
      { shown: ['a'], assembled: ['a', 'b'], relation: 'stored-behind' },
    ],
    [
      'that differs is the last word',
      [first('a'), piece('b'), final('xy')],
      { shown: ['xy'], assembled: ['a', 'b'], relation: 'differs' },
    ],
    [
      'taken while events are under way is only noted',
      [first('a'), noted('abc'), piece('b')],
      { shown: ['a', 'b'], relation: 'stored-ahead' },
    ],
    [
      'noted before the first piece does not make that piece a replacement',
      [noted('ab'), first('a'), piece('b')],
      { shown: ['a', 'b'], relation: 'stored-ahead' },
    ],
    [
      'is met by pieces that come late: they complete the events',
      [first('a'), final('abc'), late('b'), late('c')],
      { shown: ['a', 'b', 'c'], relation: 'equal' },
    ],
    [
      'is not extended by what comes after it',
      [first('a'), final('a'), late('b')],
      { shown: ['a'], assembled: ['a', 'b'], relation: 'stored-behind' },
    ],
    [
      'read again after a gap goes on from there',
      [first('a'), copy(['abc']), piece('d')],
      { shown: ['a', 'bc', 'd'], relation: 'stored-ahead' },
    ],
    [
      'read twice is told once',
      [first('a'), copy(['xy']), copy(['xy']), piece('z')],
      { shown: ['xy', 'z'], assembled: ['a', 'z'], relation: 'differs' },
    ],
  ])('%s', (_, acts, result) => {
    expect(seen(acts)).toEqual(result)
  })

  test('is a fact only where it showed something new', () => {
    const fold = folded([first('a'), piece('b')])
    const terms: SnapshotTerms = { takeOver: true, final: true, source: 'poll', seq: 9 }
    const stored = (...texts: string[]) => ({ artifactId: 'r', parts: parts(...texts) })
    expect(fold.snapshot(stored('a', 'b'), 2, terms)).toBeUndefined()
    expect(fold.snapshot(stored('a', 'b', 'c'), 2, terms)).toMatchObject({
      index: 2,
      whole: true,
      parts: parts('c'),
    })
    expect(fold.snapshot(stored('a', 'b', 'c'), 3, terms)).toBeUndefined()
  })
})

test('pieces are shared between versions, not copied', () => {
  const fold = folded(Array.from({ length: 100 }, (_, index) => piece(`${index} `)))
  const before = at(fold.list(), 0)
  fold.apply(
    { taskId: 't', append: true, lastChunk: false, artifact: { artifactId: 'r', parts: parts('end') } },
    100,
    false,
  )
  const after = at(fold.list(), 0)
  expect([before?.chunks.length, after?.chunks.length]).toEqual([100, 101])
  expect(before && after && at(before.chunks, 99) === at(after.chunks, 99)).toBe(true)
})
