import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const thrown = 'setTimeout(() => { throw new Error("first") })'
const rejected = 'void Promise.reject(new Error("first"))'

test.each([
  ['an error thrown later', thrown],
  ['a promise nobody waits for', rejected],
])('%s is reported, and the process goes on where the engine is sound', (_name, breaking) => {
  expect(run({ breaking, isSound: 'true' })).toEqual([0, 'survived: first', 'still here'])
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
  const survived = Array.from({ length: 20 }, () => 'survived: again')
  expect(run({ breaking, isSound: 'true' }).slice(0, 22)).toEqual([7, ...survived, 'ending: again'])
})

test('a terminal that is closed costs its lines and nothing else', async () => {
  const isHere =
    'setInterval(() => { console.log("out"); console.error("err") }, 5); setTimeout(() => process.exit(5), 300)'
  const child = spawn(process.execPath, ['--input-type=module', '--eval', scriptOf(isHere, 'true')])
  child.stdout.once('data', () => {
    child.stdout.destroy()
    child.stderr.destroy()
  })
  expect(await once(child, 'exit')).toEqual([5, null])
})

function run({ breaking, isSound }: { readonly breaking: string; readonly isSound: string }) {
  const args = ['--input-type=module', '--eval', scriptOf(breaking, isSound)]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return [
    status,
    ...stdout
      .trim()
      .split('\n')
      .filter((line) => status === 0 || line !== 'still here'),
  ]
}

function scriptOf(breaking: string, isSound: string): string {
  const module = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href)
  return `
    import { watchForCrash } from ${module('crash-watch.ts')}
    import { onInternalError } from ${module('engine/platform/guarded.ts')}
    onInternalError(({ error }) => console.log('survived: ' + error.message))
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
}
