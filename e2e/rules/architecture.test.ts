import { expect, test } from 'vitest'
import { checkArchitecture } from './architecture.ts'
import { plantedTree } from './tree.ts'

const map = (drawn: string) => `# Architecture\n\n\`\`\`\n${drawn}\`\`\`\n`
const decision = (title: string, ...lines: readonly string[]) =>
  [
    `# ${title}`,
    '2026-01-02, 2026-01-05',
    '## Decided',
    'This.',
    '## Why',
    'So.',
    '## Measured',
    'Nothing was measured.',
    '## What would change our mind',
    'That.',
    ...lines,
  ].join('\n\n')
const sound = {
  'docs/ARCHITECTURE.md': map('electron/\n  main.ts   starts     serve.ts   serves\n'),
  'electron/main.ts': '',
  'electron/serve.ts': '',
  'docs/decisions/README.md': '- [One way](one-way.md)\n',
  'docs/decisions/one-way.md': decision('One way'),
}

const twice = '- [One way](one-way.md)\n- [One way](one-way.md)\n'
const manyDecisions = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => [`docs/decisions/${letter}.md`, decision(letter)]),
)

test('a map that fits the land is let pass', () => {
  expect(checkArchitecture(plantedTree(sound))).toEqual([])
})

test.each([
  [
    'a path that is gone',
    { 'docs/ARCHITECTURE.md': map('electron/\n  gone.ts  was here\n') },
    'draws gone.ts',
  ],
  ['a folder that is not drawn', { 'electron/cli/verbs.ts': '' }, 'does not draw the folder electron/cli/'],
  ['a long map', { 'docs/ARCHITECTURE.md': `${map('electron/\n')}${'line\n'.repeat(140)}` }, '140 lines'],
  [
    'a decision without its why',
    { 'docs/decisions/one-way.md': decision('One way').replace('## Why\n\n', '') },
    'the headings',
  ],
  [
    'a decision with nothing under a heading',
    { 'docs/decisions/one-way.md': decision('One way').replace('So.\n\n', '') },
    'the headings',
  ],
  [
    'a decision without a date',
    { 'docs/decisions/one-way.md': decision('One way').replace(/^2026.+\n\n/m, '') },
    'its dates',
  ],
  ['a decision by its number', { 'docs/decisions/01-one-way.md': decision('One way') }, 'a name of words'],
  ['a long decision', { 'docs/decisions/one-way.md': decision('One way', 'line\n'.repeat(45)) }, '60 lines'],
  ['a decision that is not listed', { 'docs/decisions/README.md': '' }, 'must list'],
  ['a decision that is listed twice', { 'docs/decisions/README.md': twice }, 'must list'],
  [
    'a decision that is listed and gone',
    { 'docs/decisions/README.md': '- [Two](two.md)\n' },
    'is no decision',
  ],
  ['too many decisions', manyDecisions, 'more than 22 decisions'],
  ['a link to nothing', { 'README.md': 'one\n[two](docs/TWO.md)\n' }, 'links to docs/TWO.md'],
  ['a file that is named and gone', { 'CONTRIBUTING.md': 'see `wire/gone.ts`' }, 'names wire/gone.ts'],
  ['one that any page names', { 'docs/TAP.md': 'see `tap/gone.ts`' }, 'names tap/gone.ts'],
])('%s is found', (_, changed, sentence) => {
  const findings = checkArchitecture(plantedTree({ ...sound, ...changed }))
  expect(findings.map((each) => each.sentence).join('\n')).toContain(sentence)
})

test('what is found has its line', () => {
  const findings = checkArchitecture(plantedTree({ ...sound, 'README.md': 'one\n[two](docs/TWO.md)\n' }))
  expect(findings).toEqual([
    { path: 'README.md', line: 2, sentence: 'links to docs/TWO.md, which is not there' },
  ])
})
