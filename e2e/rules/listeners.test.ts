// What a listener throws has no caller to catch it. So every listener and timer of the running app is guarded, except those that
// only settle a promise; and what is attached without the guard is found here.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Beginnings of what may be attached: guarded, or nothing but the end of a wait. */
const harmless = /^(guarded\(|resolve\b|reject\b|\(\) => resolve\(\)|up\.resolve\b)/

/**
 * Programs of developers, which may end with an error; the page's own script; the last resort itself; and an agent like any other,
 * whose listeners only end a wait.
 */
const exempt = /^electron\/(dev|start|built|preload|crash-watch)\.ts$|^electron\/demo-agent\//

test('every listener and timer of the app is guarded', () => {
  const unguarded = sources().flatMap((path) =>
    attachedIn(readFileSync(join(root, path), 'utf8'))
      .filter((attached) => !attached.isGuarded)
      .map(({ text }) => `${path}: ${text}`),
  )
  expect(unguarded).toEqual([])
})

test.each([
  ["socket.on('data', (chunk) => take(chunk))", false],
  ["socket.once(\n  'data',\n  take,\n)", false],
  ["signal?.addEventListener('abort', () => stop())", false],
  ['setTimeout(() => stop(), 10)', false],
  ['setInterval(stop, 10)', false],
  ['setImmediate(flush)', false],
  ['queueMicrotask(() => fail(error))', false],
  ['createServer((request, response) => answer(response))', false],
  ["socket.on('data', guarded('data', take))", true],
  ["socket.once(\n  'data',\n  guarded('data', take),\n)", true],
  ['setTimeout(resolve, 10)', true],
  ['createServer()', true],
  ['createServer({ maxHeaderSize: 1 })', true],
])('%s', (source, isGuarded) => {
  expect(attachedIn(source).every((attached) => attached.isGuarded)).toBe(isGuarded)
})

function sources(): readonly string[] {
  return globSync('electron/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path) && !exempt.test(path))
}

/** Each place that attaches something, and what it attaches. A name stands for the guarded listener that it is given in the file. */
function attachedIn(source: string): readonly { readonly text: string; readonly isGuarded: boolean }[] {
  const attaching = [
    /\.(?:on|once|addListener|prependListener|addEventListener)\(\s*[^,()]+,\s*/g,
    /\b(?:setTimeout|setInterval|setImmediate|queueMicrotask|process\.nextTick)\(\s*/g,
    /\bcreateServer\(\s*(?=[(\w])/g,
  ]
  return attaching.flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => {
      const listener = source.slice(match.index + match[0].length)
      const text = `${match[0].replace(/\s+/g, ' ')}${listener.slice(0, 40).replace(/\s+/g, ' ')}`
      return { text, isGuarded: isHarmless(listener, source) }
    }),
  )
}

function isHarmless(listener: string, source: string): boolean {
  if (harmless.test(listener)) return true
  const name = /^(\w+)(?=[,)\s])/.exec(listener)?.[1]
  return name !== undefined && new RegExp(`\\bconst ${name} = guarded\\(`).test(source)
}
