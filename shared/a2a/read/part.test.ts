import { describe, expect, test } from 'vitest'
import { plainHabits, protoHabits } from '../dialects/calls.ts'
import type { JsonValue, Part } from '../model.ts'
import { readPart } from './part.ts'

describe('a part', () => {
  test.each<[string, JsonValue, Part]>([
    ['1.0 text', { text: 'hi' }, { kind: 'text', text: 'hi' }],
    ['1.0 empty text', { text: '' }, { kind: 'text', text: '' }],
    [
      '1.0 text with a type',
      { text: '# hi', mediaType: 'text/markdown' },
      { kind: 'text', text: '# hi', mediaType: 'text/markdown' },
    ],
    [
      '1.0 bytes',
      { raw: 'aGk', filename: 'a', mediaType: 'b/c' },
      { kind: 'file-bytes', base64: 'aGk', filename: 'a', mediaType: 'b/c' },
    ],
    ['1.0 url', { url: 'https://e.x' }, { kind: 'file-url', url: 'https://e.x' }],
    ['1.0 scalar data', { data: 5 }, { kind: 'data', data: 5 }],
    ['1.0 null data', { data: null }, { kind: 'data', data: null }],
    ['1.0 data that looks wrapped', { data: { data: { a: 1 } } }, { kind: 'data', data: { data: { a: 1 } } }],
    [
      '0.x text',
      { kind: 'text', text: 'hi', metadata: { a: 1 } },
      { kind: 'text', text: 'hi', metadata: { a: 1 } },
    ],
    [
      '0.x file by url',
      { kind: 'file', file: { uri: 'u', name: 'n', mimeType: 'm' } },
      { kind: 'file-url', url: 'u', filename: 'n', mediaType: 'm' },
    ],
    ['0.x file inline', { kind: 'file', file: { bytes: 'aGk=' } }, { kind: 'file-bytes', base64: 'aGk=' }],
    ['0.x data', { kind: 'data', data: { a: 1 } }, { kind: 'data', data: { a: 1 } }],
    ['0.1 text', { type: 'text', text: 'hi' }, { kind: 'text', text: 'hi' }],
    [
      'a2a.v1 file',
      { file: { fileWithUri: 'u', mimeType: 'm' } },
      { kind: 'file-url', url: 'u', mediaType: 'm' },
    ],
    [
      'a2a.v1 file in snake_case',
      { file: { file_with_bytes: 'aGk=', mime_type: 'm' } },
      { kind: 'file-bytes', base64: 'aGk=', mediaType: 'm' },
    ],
    [
      '1.0 shapes with a 0.x kind (PraisonAI)',
      { kind: 'text', text: 'hi', mediaType: 'm' },
      { kind: 'text', text: 'hi', mediaType: 'm' },
    ],
    ['1.0 url under a 0.x kind', { kind: 'file', url: 'u' }, { kind: 'file-url', url: 'u' }],
    [
      'a file that calls itself text (Baidu)',
      { kind: 'text', file: { uri: 'u', mime: 'm' } },
      { kind: 'file-url', url: 'u', mediaType: 'm' },
    ],
    [
      'generated code showing through',
      { content: { $case: 'text', value: 'hi' }, metadata: null, filename: '' },
      { kind: 'text', text: 'hi' },
    ],
    ['generated code showing data', { part: { $case: 'data', value: [1] } }, { kind: 'data', data: [1] }],
    [
      'nulls for what it does not hold (Java)',
      { text: 'hi', raw: null, url: null, data: null, file: null },
      { kind: 'text', text: 'hi' },
    ],
    [
      'two contents: the first counts, the other stays',
      { text: 'hi', url: 'u' },
      { kind: 'text', text: 'hi', extra: { url: 'u' } },
    ],
    [
      'both ends of a file',
      { kind: 'file', file: { bytes: 'aGk=', uri: 'u' } },
      { kind: 'file-bytes', base64: 'aGk=', extra: { file: { uri: 'u' } } },
    ],
    [
      'unknown members, outside and inside',
      { kind: 'file', file: { uri: 'u', size: 3 }, seen: true },
      { kind: 'file-url', url: 'u', extra: { seen: true, file: { size: 3 } } },
    ],
    ['no content', { kind: 'text' }, { kind: 'unknown', raw: { kind: 'text' } }],
    ['a number for a text', { text: 5 }, { kind: 'unknown', raw: { text: 5 } }],
    ['an unknown kind', { kind: 'audio', clip: 'x' }, { kind: 'unknown', raw: { kind: 'audio', clip: 'x' } }],
    ['a bare string', 'hi', { kind: 'unknown', raw: 'hi' }],
  ])('%s', (_, raw, part) => {
    expect(readPart(raw, plainHabits)).toEqual(part)
  })

  test.each<[string, JsonValue, Part]>([
    ['data is wrapped once more', { data: { data: { a: 1 } } }, { kind: 'data', data: { a: 1 } }],
    [
      'unless a kind says it is 0.x JSON',
      { kind: 'data', data: { data: 1 } },
      { kind: 'data', data: { data: 1 } },
    ],
    [
      'or something stands beside it',
      { data: { data: 1, more: 2 } },
      { kind: 'data', data: { data: 1, more: 2 } },
    ],
    [
      'a file may be encoded twice',
      { file: { fileWithBytes: 'aVZCT1J3MEtHZ29BQUFBTlNVaEVVZz09', mimeType: 'image/png' } },
      { kind: 'file-bytes', base64: 'iVBORw0KGgoAAAANSUhEUg==', mediaType: 'image/png' },
    ],
  ])('of a2a.v1: %s', (_, raw, part) => {
    expect(readPart(raw, protoHabits)).toEqual(part)
  })
})
