import { expect, test } from 'vitest'
import type { Part } from '../a2a/model.ts'
import { createListBuilder } from '../collections/list.ts'
import { createArtifactReader, metadataOf } from './artifact-text.ts'
import type { ArtifactFact } from './task-view.ts'

const text = (value: string, mediaType?: string): Part => ({
  kind: 'text',
  text: value,
  ...(mediaType && { mediaType }),
})
const file: Part = { kind: 'file-url', url: 'http://a.test/f' }
const piece = (...parts: Part[]): ArtifactFact => ({
  kind: 'artifact',
  index: 0,
  artifactId: 'r',
  parts,
  append: true,
  lastChunk: false,
})

test('text pieces in a row are one run, cut by other parts and other media types', () => {
  const chunks = createListBuilder<ArtifactFact>()
  const reader = createArtifactReader()
  const read = () => reader.segments({ chunks: chunks.freeze(), generation: 0 })
  chunks.push(piece(text('a')))
  chunks.push(piece(text('b'), file))
  const before = read()
  expect(before).toEqual([
    { kind: 'text', text: 'ab' },
    { kind: 'part', part: file },
  ])
  chunks.push(piece(text('c'), text('d', 'text/html')))
  chunks.push(piece(text('e', 'text/html')))
  const after = read()
  expect(after).toEqual([
    ...before,
    { kind: 'text', text: 'c' },
    { kind: 'text', text: 'de', mediaType: 'text/html' },
  ])
  expect(after[0]).toBe(before[0])
  expect(before).toHaveLength(2)
  expect(read()).toBe(after)
})

test('a new generation is read anew', () => {
  const old = createListBuilder<ArtifactFact>()
  old.push(piece(text('old')))
  const reader = createArtifactReader()
  reader.segments({ chunks: old.freeze(), generation: 0 })
  const fresh = createListBuilder<ArtifactFact>()
  fresh.push(piece(text('new')))
  expect(reader.segments({ chunks: fresh.freeze(), generation: 1 })).toEqual([{ kind: 'text', text: 'new' }])
})

test('later metadata wins, and a hostile name is only a name', () => {
  const chunks = createListBuilder<ArtifactFact>()
  chunks.push({ ...piece(), metadata: JSON.parse('{"a":1,"__proto__":{"polluted":true}}') })
  chunks.push({ ...piece(), metadata: { a: 2 } })
  const merged = metadataOf(chunks.freeze())
  const { a } = merged
  expect([Object.keys(merged), a, 'polluted' in merged]).toEqual([['a', '__proto__'], 2, false])
})
