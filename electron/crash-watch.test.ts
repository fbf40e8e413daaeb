import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const thrown = 'setTimeout(() => { throw new Error("first") })'
const rejected = 'void Promise.reject(new Error("first"))'

test.each([
  ['an error thrown later', thrown],
  ['a promise nobody waits for', rejected],
])('%s is reported, and the process goes on where the engine is sound', (_name, breaking) => {
  expect(run({ breaking, isSound: 'true' })).toEqual([0, 'outlived: first', 'still here'])
})

test.each([
  ['an error thrown later', thrown],
  ['a promise nobody waits for', rejected],
])('%s ends the process the way it was told, once, before there is an engine', (_name, breaking) => {
  expect(run({ breaking, isSound: 'false' })).toEqual([7, 'ending: first', 'and then: Error: second'])
})

test('an engine that cannot say whether it is sound is not', () => {
  const isSound = '(() => { throw new Error("no record") })()'
  expect(run({ breaking: thrown, isSound })).toEqual([7, 'ending: first', 'and then: Error: second'])
})

test('what breaks on and on ends the process', () => {
  const breaking = 'setInterval(() => { throw new Error("again") })'
  const outlived = Array.from({ length: 20 }, () => 'outlived: again')
  expect(run({ breaking, isSound: 'true' }).slice(0, 22)).toEqual([7, ...outlived, 'ending: again'])
})

function run({ breaking, isSound }: { readonly breaking: string; readonly isSound: string }) {
  const module = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href)
  const script = `
    import { watchForCrash } from ${module('crash-watch.ts')}
    import { onUnexpected } from ${module('engine/guarded.ts')}
    onUnexpected(({ error }) => console.log('outlived: ' + error.message))
    watchForCrash({
      log: (line) => console.log(line.split('\\n')[0]),
      isSound: () => ${isSound},
      end(error) {
        console.log('ending: ' + error.message)
        setTimeout(() => { throw new Error('second') })
        setTimeout(() => process.exit(7), 50)
      },
    })
    ${breaking}
    setTimeout(() => console.log('still here'), 20).unref()
    setTimeout(() => undefined, 40)
  `
  const args = ['--input-type=module', '--eval', script]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return [
    status,
    ...stdout
      .trim()
      .split('\n')
      .filter((line) => status === 0 || line !== 'still here'),
  ]
}
