import { expect, test } from 'vitest'
import { checkArchitecture } from './architecture.ts'
import { plantedTree } from './tree.ts'

const map = (drawn: string) => `# Architecture\n\n\`\`\`\n${drawn}\`\`\`\n`
const sound = {
  'docs/ARCHITECTURE.md': map('electron/\n  main.ts   starts     serve.ts   serves\n'),
  'electron/main.ts': '',
  'electron/serve.ts': '',
  'docs/decisions/README.md': '1. 2026-01-02 [One way](01-one-way.md)\n',
  'docs/decisions/01-one-way.md': '# 1. One way\n\n2026-01-02\n\n**What.** This.\n\n**Why.** So.\n',
}

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
  ['a decision without its why', { 'docs/decisions/01-one-way.md': '# 1. One way\n\n2026-01-02\n' }, 'Why.'],
  ['a decision that is not listed', { 'docs/decisions/README.md': '' }, 'must list'],
  ['a link to nothing', { 'README.md': 'one\n[two](docs/TWO.md)\n' }, 'links to docs/TWO.md'],
  ['a file that is named and gone', { 'CONTRIBUTING.md': 'see `wire/gone.ts`' }, 'names wire/gone.ts'],
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
