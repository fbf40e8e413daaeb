// All content that can freeze a window, by name, as the steps of an answer.

import type { JsonValue, Part } from '#shared/a2a/model.ts'
import { nested } from '../quirks/card-replies.ts'
import { announce, become, produce, type Step, say } from '../steps.ts'
import { freezingImages } from './images.ts'
import { freezingTexts } from './texts.ts'

const text = (owner: string): Part => ({ kind: 'text', text: owner })
const data = (value: JsonValue): Part => ({ kind: 'data', data: value })
const many = <T>(count: number, select: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => select(index))
const file = (bytes: Uint8Array, mediaType: string, filename: string): Part => ({
  kind: 'file-bytes',
  base64: Buffer.from(bytes).toString('base64'),
  mediaType,
  filename,
})
const textFile = (owner: string, mediaType: string, filename: string): Part =>
  file(Buffer.from(owner), mediaType, filename)

/** A table whose cells each are an endless word, or marks. */
const rows = (cell: string): readonly Part[] => [
  data(many(200, () => Object.fromEntries(many(60, (column) => [`c${column}`, cell])))),
]

const long = 'x'.repeat(1_000_000)
const marks = '\u202E\u202D'.repeat(50_000)

/** Several texts or images: many parts, data, files. */
export const freezingParts: Readonly<Record<string, () => readonly Part[]>> = {
  'parts-of-text': () => many(20_000, (index) => text(`part ${index}`)),
  'parts-of-data': () => many(5_000, (index) => data({ index })),
  'parts-of-files': () => many(2_000, (index) => textFile(`file ${index}`, 'text/plain', `${index}.txt`)),
  'parts-of-images': () =>
    many(500, (index) =>
      file(freezingImages['svg-use']?.().bytes ?? new Uint8Array(), 'image/svg+xml', `${index}.svg`),
    ),
  'data-deep': () => [data(nested(50))],
  'data-wide': () => [data(Object.fromEntries(many(100_000, (index) => [`key ${index}`, index])))],
  'data-list': () => [data(many(200_000, (index) => index))],
  'data-table': () => [
    data(many(20_000, (row) => Object.fromEntries(many(30, (column) => [`c${column}`, row])))),
  ],
  'data-table-wide': () => [
    data(many(20, (row) => Object.fromEntries(many(5_000, (column) => [`c${column}`, row])))),
  ],
  'data-table-of-words': () => rows('x'.repeat(300)),
  'data-table-of-directions': () => rows('\u202E\u202D'.repeat(150)),
  'data-table-of-two-directions': () => rows('aא'.repeat(150)),
  'data-table-of-trees': () => [data(many(100, () => ({ a: 1, b: many(20_000, () => 1) })))],
  'data-members-of-directions': () => [
    data(
      Object.fromEntries(many(99, (index) => [`${index}${'\u202E\u202D'.repeat(99)}`, 'aא'.repeat(2_000)])),
    ),
  ],
  'data-of-words': () => [data({ [long]: long, [marks]: marks })],
  'csv-long': () => [textFile('a,b\n'.repeat(500_000), 'text/csv', 'long.csv')],
  'csv-wide': () => [textFile(`${'a,'.repeat(500_000)}\n`.repeat(2), 'text/csv', 'wide.csv')],
  'csv-text': () => [{ kind: 'text', text: 'a,b\n'.repeat(100_000), mediaType: 'text/csv' }],
  'file-json': () => [
    textFile(JSON.stringify(many(200_000, (index) => ({ index }))), 'application/json', 'a.json'),
  ],
  'file-markdown': () => [textFile(freezingTexts['links']?.() ?? '', 'text/markdown', 'a.md')],
  'file-code': () => [textFile(freezingTexts['code-js']?.() ?? '', 'text/javascript', 'a.js')],
  'file-word': () => [textFile(long, 'text/plain', 'word.txt')],
  'file-directions': () => [textFile(marks, 'text/plain', 'marks.txt')],
  'file-large': () => [textFile('word '.repeat(1_400_000), 'text/plain', 'large.txt')],
  'file-names': () => [textFile('a', long, long), textFile('a', marks, marks)],
  'file-urls': () => [
    { kind: 'file-url', url: `http://127.0.0.1:9/${long}`, filename: long, mediaType: long },
    { kind: 'file-url', url: `http://127.0.0.1:9/${marks}`, filename: marks, mediaType: marks },
  ],
  'part-unknown': () => [{ kind: 'unknown', raw: { [long]: many(50_000, (index) => ({ index })) } }],
  'text-as-json': () => [
    { kind: 'text', text: JSON.stringify(many(40_000, () => 1)), mediaType: 'application/json' },
  ],
  'text-as-html': () => [{ kind: 'text', text: '<a b="c">'.repeat(40_000), mediaType: 'text/html' }],
}

/** Content beyond parts: tasks, their states, their artifacts. */
export const freezingTasks: Readonly<Record<string, () => readonly Step[]>> = {
  'artifact-names': () => [
    announce(),
    produce('a1', 'one', { name: long, description: marks }),
    produce('a2', 'two', { name: marks, description: long }),
    become('completed'),
  ],
  'artifact-ids': () => [announce(), produce(long, 'one'), produce(marks, 'two'), become('completed')],
  'artifacts-many': () => [
    announce(),
    ...many(5_000, (index) => produce(`a${index}`, `text ${index}`)),
    become('completed'),
  ],
  'artifact-in-pieces': () => [
    announce(),
    ...many(3_000, (index) => produce('a1', '\u202E\u202D*a* ', { ...(index > 0 && { append: true }) })),
    become('completed'),
  ],
  'artifact-of-word': () => [announce(), produce('a1', long), produce('a2', marks), become('completed')],
  'states-of-words': () => [
    announce(),
    become('working', long),
    become('working', marks),
    become('failed', long),
  ],
  'states-many': () => [
    announce(),
    ...many(5_000, (index) => become('working', `state ${index}`)),
    become('completed'),
  ],
  'question-of-words': () => [announce(), become('input-required', long)],
  'metadata-of-words': () => [
    announce({ metadata: { [long]: marks } }),
    become('working', 'a', { metadata: { deep: nested(50), [marks]: long } }),
    become('completed'),
  ],
  'fault-of-words': () => [{ step: 'throw', message: long }],
}

/** How much of each text is sent together with the others; no text is drawn whole anyway. */
const shortCharacters = 9_000

const parts: Readonly<Record<string, () => readonly Part[]>> = {
  'texts-together': () => Object.values(freezingTexts).map((make) => text(make().slice(0, shortCharacters))),
  'images-together': () =>
    Object.entries(freezingImages).map(([name, make]) => file(make().bytes, make().mediaType, name)),
  ...mapped(freezingTexts, (owner) => [text(owner)]),
  ...mapped(freezingImages, ({ bytes, mediaType }, name) => [file(bytes, mediaType, name)]),
  ...freezingParts,
}

export const freezingAnswers: Readonly<Record<string, () => readonly Step[]>> = {
  ...mapped(parts, (sources) => [say(sources)]),
  ...freezingTasks,
}

/** Builds the values on demand. */
function mapped<From, To>(
  all: Readonly<Record<string, () => From>>,
  to: (made: From, name: string) => To,
): Readonly<Record<string, () => To>> {
  return Object.fromEntries(Object.entries(all).map(([name, make]) => [name, () => to(make(), name)]))
}
