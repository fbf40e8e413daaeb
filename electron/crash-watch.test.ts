import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

test.each([
  ['an error thrown later', 'setTimeout(() => { throw new Error("first") })'],
  ['a promise nobody waits for', 'void Promise.reject(new Error("first"))'],
])('%s ends the process the way it was told, once', (_name, breaking) => {
  const watch = pathToFileURL(join(import.meta.dirname, 'crash-watch.ts')).href
  const script = `
    import { watchForCrash } from ${JSON.stringify(watch)}
    watchForCrash(console.log, (error) => {
      console.log('ending: ' + error.message)
      setTimeout(() => { throw new Error('second') })
      setTimeout(() => process.exit(7), 50)
    })
    ${breaking}
  `
  const args = ['--input-type=module', '--eval', script]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([status, stdout.split('\n').slice(0, 2)]).toEqual([7, ['ending: first', 'and then: Error: second']])
})
