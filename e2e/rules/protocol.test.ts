import { expect, test } from 'vitest'
import { checkMirroredSections, checkProtocol } from './protocol.ts'
import { plantedTree } from './tree.ts'

const page = '## 1 Cards\n### 1.2 Fields\n'

test.each([
  ['// PROTOCOL §1.2', 0],
  ['// PROTOCOL.md §1.2 a, §1 and §1.3', 1],
  ['// as PROTOCOL 7.1 says', 1],
  ['// PROTOCOL §1,\n// §4', 1],
  ['// 0.3 §5.5.1', 0],
  ['// 0.3 §5.5.1, §99', 1],
  ['// 1.0 §99.9', 1],
  ['// §9, of another page', 0],
])('%s', (source, wrong) => {
  const tree = plantedTree({ 'docs/PROTOCOL.md': page, 'shared/x.ts': source })
  expect(checkProtocol(tree)).toHaveLength(wrong)
})

test('a section without a version is one of ours in an agent of the kit', () => {
  const tree = plantedTree({ 'docs/PROTOCOL.md': page, 'e2e/agents/x.ts': 'one\n// §1.3' })
  expect(checkProtocol(tree)).toEqual([
    { path: 'e2e/agents/x.ts', line: 2, sentence: 'cites §1.3 of docs/PROTOCOL.md, which is not there' },
  ])
})

test('an agent of the kit mirrors a section that is there', () => {
  expect(checkMirroredSections(plantedTree({ 'docs/PROTOCOL.md': page })).length).toBeGreaterThan(100)
})
