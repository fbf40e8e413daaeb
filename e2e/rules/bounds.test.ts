import { expect, test } from 'vitest'
import { boundsPage, readBounds } from '../../docs/bounds-page.ts'
import { checkBounds } from './bounds.ts'
import { plantedTree } from './tree.ts'

const check = (source: string) => checkBounds(plantedTree({ 'shared/x.ts': `${source}\n` }))

test.each([
  'const mostRows = 200',
  'const rowLimit = 200',
  'text.slice(0, 200)',
  '<input maxLength={200} />',
  'z.string().max(200)',
  'z.array(word).max(64 * 1024)',
])('“%s” is a bound without its name', (line) => {
  expect(check(line).map(({ sentence }) => sentence)).toEqual([expect.stringContaining('a name')])
})

test.each([
  'const maxRows = 200',
  'text.slice(0, maxRows)',
  'z.int().min(1).max(65_535)',
  'Math.max(10, width)',
  'date.toISOString().slice(0, 10)',
  "createHash('sha256').digest('hex').slice(0, 32)",
  '/** Of a text; the record has all of it. */\nconst maxTextChars = 2 * 1024',
])('“%s” is sound', (line) => {
  expect(check(line)).toEqual([])
})

test.each([
  ['const maxRows = rows.length', 'is no number'],
  ['const maxWaitSeconds = 3', 'ends in its unit'],
  ['/** rows */\nconst maxRows = 3', 'in a sentence'],
])('“%s” is refused', (line, sentence) => {
  expect(check(line).map((each) => each.sentence)).toEqual([expect.stringContaining(sentence)])
})

test('no two bounds have one name', () => {
  const tree = plantedTree({ 'shared/a.ts': 'const maxRows = 1\n', 'shared/b.ts': '\nconst maxRows = 2\n' })
  expect(checkBounds(tree)).toEqual([
    { path: 'shared/b.ts', line: 2, sentence: 'maxRows has a namesake in shared/a.ts: find another name' },
  ])
})

test('the page has what users see, by topic, in the units of the name', () => {
  const tree = plantedTree({
    'shared/spans/x.ts': '/** Of a span; it is cut there. */\nconst maxSpanBytes = maxPieceBytes * 4\n',
    'shared/x.ts': '// For one step.\nconst maxPieceBytes = 256 * 1024\n',
  })
  const page = boundsPage(readBounds(tree))
  expect(page).toContain('## Spans and traces')
  expect(page).toContain('| `maxSpanBytes` | 1 MB | Of a span; it is cut there. |')
  expect(page).not.toContain('maxPieceBytes')
})
