// The time from the start of a command's process to its first request at the agent: `parley send`, curl, and a script
// on the official SDK's client that does the work of a2a-cli. Usage: node bench/cli-start.ts [RUNS]

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agent } from '../e2e/agents/agent.ts'
import { ensureBuilt } from '../electron/built.ts'
import { median } from './start-server.ts'

const runs = Number(process.argv[2] ?? 12)
const targetMs = 400
const root = join(import.meta.dirname, '..')

await ensureBuilt(root, console.log)
const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-start-'))
const arrivals: number[] = []
const { url, close } = await agent({
  dialect: '1.0',
  quirks: [
    {
      intercept() {
        arrivals.push(performance.now())
        return undefined
      },
    },
  ],
})

const commands = {
  'parley send': [
    process.execPath,
    join(root, 'bin', 'parley.js'),
    'send',
    url,
    'direct',
    '--data-dir',
    dataDir,
  ],
  'official SDK': [process.execPath, join(import.meta.dirname, 'sdk-send.ts'), url, 'direct'],
  'node, nothing but fetch': [process.execPath, '-e', `fetch(${JSON.stringify(url)})`],
  curl: ['curl', '-s', url],
} as const

const taken = Object.keys(commands).map((name) => ({ name, ms: [] as number[] }))
// The first round warms the system's caches up and is not counted.
for (let round = 0; round <= runs; round++) {
  for (const { name, ms } of taken) {
    const time = await firstRequest(commands[name as keyof typeof commands])
    if (round > 0) ms.push(time)
  }
}
for (const { name, ms } of taken) {
  const [least = 0, most = 0] = [Math.min(...ms), Math.max(...ms)]
  console.log(
    `${name.padEnd(26)}median ${Math.round(median(ms))} ms, ${Math.round(least)} – ${Math.round(most)} ms`,
  )
}
const [parley] = taken
const isFulfilled = median(parley?.ms ?? []) <= targetMs
console.log(`parley send in ${targetMs} ms: ${isFulfilled ? 'met' : 'not met'}`)
await close()
rmSync(dataDir, { recursive: true })

async function firstRequest([program, ...args]: readonly [string, ...string[]]): Promise<number> {
  arrivals.length = 0
  const began = performance.now()
  const child = spawn(program, args, { stdio: 'ignore' })
  const [code] = await once(child, 'close')
  const [first] = arrivals
  if (first === undefined) throw new Error(`${program} sent nothing and ended with ${code}.`)
  return first - began
}
