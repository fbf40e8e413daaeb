import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const module = pathToFileURL(join(import.meta.dirname, 'require-settled.ts')).href

function runs(work: string) {
  const source = `import('${module}').then(async ({ requireSettled }) => {
    process.stdout.write(String(await requireSettled('parley tap', ${work})))
  }).catch(({ message }) => process.stdout.write('caught ' + message))`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', source], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('work that nothing can finish any longer ends the process with 1 and a sentence', () => {
  expect(runs('new Promise(() => undefined)')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^parley tap stopped before it was done: /),
  })
})

test.each([
  ['that is done', "new Promise((resolve) => setImmediate(resolve, 'done'))", 'done'],
  ['that fails', "Promise.reject(new Error('by itself'))", 'caught by itself'],
])('work %s ends it as ever', (_what, work, stdout) => {
  expect(runs(work)).toEqual({ status: 0, stdout, stderr: '' })
})
