// Files and data in both directions: identical bytes, identical JSON.

import type { JsonValue, Part } from '#shared/a2a/model.ts'
import type { Caller } from '../caller.ts'
import { expect, Mismatch, present } from '../verdict.ts'
import { type Case, finished, words } from './case.ts'

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256))
const url = 'http://127.0.0.1:9/files/a%20b.txt?x=1'
const data: JsonValue = { text: 'grüße', numbers: [1, 2.5, -3], yes: true, nested: { list: [{ deep: '✓' }] } }

export const parts: readonly Case[] = [
  {
    name: 'file bytes',
    async run(caller) {
      try {
        await bytesThereAndBack(caller)
      } catch (error) {
        if (!(error instanceof Mismatch && caller.encodeFilesTwice())) throw error
        await bytesThereAndBack(caller)
      }
    },
  },
  {
    name: 'file by URL',
    async run(caller) {
      const file = await echoed(caller, { kind: 'file-url', url, mediaType: 'text/plain' })
      expect(file.kind === 'file-url' ? file.url : file.kind, url, 'the part that came back')
    },
  },
  {
    name: 'file type',
    async run(caller) {
      const file = await echoed(caller, { kind: 'file-url', url, mediaType: 'application/x-parley' })
      const previous = file.kind === 'file-url' ? file.mediaType : file.kind
      expect(previous, 'application/x-parley', 'the media type')
    },
  },
  {
    name: 'file name',
    async run(caller) {
      const file = await echoed(caller, {
        kind: 'file-url',
        url,
        mediaType: 'text/plain',
        filename: 'grüße.txt',
      })
      expect(file.kind === 'file-url' ? file.filename : file.kind, 'grüße.txt', 'the file name')
    },
  },
  {
    name: 'data',
    async run(caller) {
      const part = await echoed(caller, { kind: 'data', data })
      expect(part.kind === 'data' ? part.data : part.kind, data, 'the data that came back')
    },
  },
]

async function bytesThereAndBack(caller: Caller): Promise<void> {
  const file = await echoed(caller, {
    kind: 'file-bytes',
    base64: bytes.toString('base64'),
  })
  expect(file.kind, 'file-bytes', 'the part that came back')
  if (file.kind !== 'file-bytes') return
  expect(Buffer.from(file.base64, 'base64').equals(bytes), true, 'the equality of the bytes')
}

async function echoed(caller: Caller, part: Part): Promise<Part> {
  const task = await finished(caller, [...words('echo part'), part])
  return present(task.artifacts?.[0]?.parts[1], 'second part in the artifact')
}
