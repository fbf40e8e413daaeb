import { expect, test } from 'vitest'
import { fileFacts } from './file-kind.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const png = '\x89PNG\r\n\x1a\n....'

test.each([
  [
    'a PNG that says so',
    png,
    'image/png',
    'a.png',
    { kind: 'image', type: 'image/png', sniffed: 'image/png', contradicts: false },
  ],
  [
    'a PNG that says nothing',
    png,
    undefined,
    undefined,
    { kind: 'image', type: 'image/png', sniffed: 'image/png', contradicts: false },
  ],
  [
    'HTML that says it is a PNG',
    '<html>',
    'image/png',
    'a.png',
    { kind: 'other', type: 'image/png', contradicts: false },
  ],
  [
    'a program that says it is a PNG',
    'MZ....',
    'image/png',
    'a.png',
    {
      kind: 'other',
      type: 'application/x-msdownload',
      sniffed: 'application/x-msdownload',
      contradicts: true,
    },
  ],
  [
    'an SVG is only ever declared',
    '<svg>',
    'image/svg+xml',
    undefined,
    { kind: 'image', type: 'image/svg+xml', contradicts: false },
  ],
  [
    'a type with parameters',
    'a,b',
    'text/csv; charset=utf-8',
    undefined,
    { kind: 'csv', type: 'text/csv', contradicts: false },
  ],
  [
    'a name alone',
    '# hi',
    undefined,
    'read.md',
    { kind: 'markdown', type: 'text/markdown', contradicts: false },
  ],
  [
    'sound in an MP4',
    '....ftypM4A ',
    'audio/mp4',
    undefined,
    { kind: 'audio', type: 'audio/mp4', sniffed: 'video/mp4', contradicts: false },
  ],
  [
    'a document that is a ZIP',
    'PK\x03\x04',
    'application/vnd.oasis.opendocument.text',
    undefined,
    {
      kind: 'other',
      type: 'application/vnd.oasis.opendocument.text',
      sniffed: 'application/zip',
      contradicts: false,
    },
  ],
  [
    'unnamed text',
    'plain words\n',
    'application/octet-stream',
    undefined,
    { kind: 'text', type: 'text/plain', contradicts: false },
  ],
  [
    'unnamed bytes',
    '\0\x01',
    undefined,
    undefined,
    { kind: 'other', type: 'application/octet-stream', contradicts: false },
  ],
])('%s', (_name, head, mediaType, name, facts) => {
  expect(fileFacts(bytes(head), mediaType, name)).toEqual(facts)
})
