// The time of `npm start` on a built clone: until the address is printed, until a running browser has painted, and
// until the field "Agent address" can be used. In alternation, a bare `node:http` server that prints its address and
// serves an empty page built by Vite, started by npm, too. Usage: node bench/start.ts [RUNS]

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from '@playwright/test'
import { build } from 'vite'
import { openBrowser } from '../e2e/open-browser.ts'
import { ensureBuilt } from '../electron/built.ts'
import { median } from './start-server.ts'

const runs = Number(process.argv[2] ?? 12)
const targetMs = 1_000
const root = join(import.meta.dirname, '..')

interface Times {
  readonly address: number
  readonly paint: number
  readonly useful: number
}

await ensureBuilt(root, console.log)
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-start-'))
const bare = await makeBareProject(join(folder, 'bare'))
const contestants = [
  { name: 'Parley', cwd: root, parameters: ['--serve', '--no-open', '--no-keyring', '--port', '0'] },
  { name: 'bare server, empty page', cwd: bare, parameters: [] },
] as const
const browser = await openBrowser()
const taken = contestants.map(({ name }) => ({ name, times: [] as Times[] }))
// The first round warms the system's caches up and is not counted.
for (let round = 0; round <= runs; round++) {
  for (const [index, { cwd, parameters }] of contestants.entries()) {
    const dataDir = join(folder, `data-${round}`)
    const extra = index === 0 ? [...parameters, '--data-dir', dataDir] : parameters
    const times = await startOnce(browser, cwd, extra)
    if (round > 0) taken[index]?.times.push(times)
  }
}
await browser.close()
rmSync(folder, { recursive: true, force: true })

const steps = ['address', 'paint', 'useful'] as const
for (const { name, times } of taken) {
  const figures = steps.map((step) => {
    const ms = times.map((each) => each[step])
    return `${step} ${Math.round(median(ms))} ms (${Math.round(Math.min(...ms))} – ${Math.round(Math.max(...ms))})`
  })
  console.log(`${name.padEnd(26)}${figures.join(', ')}`)
}
const [parley, other] = taken.map(({ times }) => times)
for (const step of steps) {
  const ratios = parley?.map((each, index) => each[step] / (other?.[index]?.[step] ?? Number.NaN)) ?? []
  console.log(`${step}: ${median(ratios).toFixed(2)} × the bare server, median of ${ratios.length} rounds`)
}
const usefulMs = median(parley?.map(({ useful }) => useful) ?? [])
console.log(`a useful window in ${targetMs} ms: ${usefulMs <= targetMs ? 'met' : 'not met'}`)

/** All relative to the start of npm. */
async function startOnce(browser: Browser, cwd: string, parameters: readonly string[]): Promise<Times> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  const began = Date.now()
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['start', '--silent', '--', ...parameters]
  const child = spawn(npm, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const address = Date.now() - began
  await page.goto(line, { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Agent address' }).and(page.locator(':enabled')).waitFor()
  const useful = Date.now() - began
  const painted = await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return paint && performance.timeOrigin + paint.startTime
  })
  const paintedAt = (await painted.jsonValue()) ?? Number.NaN
  await page.close()
  // npm forwards no signal, but the process group receives it.
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await once(child, 'close')
  return { address, paint: paintedAt - began, useful }
}

/** A minimal project: one field, built by Vite, and a server of twenty lines. */
async function makeBareProject(into: string): Promise<string> {
  mkdirSync(into, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(into, name), text)
  write('package.json', JSON.stringify({ type: 'module', scripts: { start: 'node server.js' } }))
  write('index.html', '<!doctype html><title>Empty</title><script type="module" src="./main.js"></script>')
  write(
    'main.js',
    "const field = document.createElement('input'); field.ariaLabel = 'Agent address'; field.placeholder = 'address'; document.body.append(field)",
  )
  write(
    'server.js',
    `import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const types = { js: 'text/javascript', html: 'text/html' }
createServer(({ url }, response) => {
  const path = url === '/' ? '/index.html' : url
  try {
    const body = readFileSync(new URL('./dist' + path, import.meta.url))
    response.writeHead(200, { 'content-type': types[path.split('.').at(-1)] }).end(body)
  } catch {
    response.writeHead(404).end()
  }
}).listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port + '/') })
`,
  )
  await build({ configFile: false, root: into, base: './', logLevel: 'error' })
  return into
}
