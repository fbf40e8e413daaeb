// Requests with spans that yield none, of the largest size and compressed, sent for five seconds by another process;
// and how long another call waits meanwhile. Usage: node bench/worthless.ts [SECONDS]

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { openWindow } from '#testing/engine/open-window.ts'
import { spansAddress } from '#testing/engine/traced-calls.ts'
import { worthlessSpans } from '#testing/engine/worthless-spans.ts'
import { waitsOf } from './another-call.ts'

const thisFile = fileURLToPath(import.meta.url)
const atOnce = 4
/** A little below the limits of bytes in a request, and of values in JSON. */
const mostBytes = 16_000_000
const mostValues = 900_000

if (process.send) await send(String(process.argv[2]), String(process.argv[3]), Number(process.argv[4]))
else await measure(Number(process.argv[2] ?? 5))

async function measure(seconds: number): Promise<void> {
  const { client, close } = await openWindow()
  const url = await spansAddress({ client } as Parameters<typeof spansAddress>[0])
  console.log(
    `requests for ${seconds} s of | packed | answered | another call waits, at most | the engine works at a stretch, at most (processor time)`,
  )
  console.log('--- | --- | --- | --- | ---')
  for (const { name } of worthlessSpans) {
    const sender = fork(thisFile, [url, name, String(seconds)])
    await once(sender, 'message')
    let isOver = false
    const ended = once(sender, 'message').then(([result]) => {
      isOver = true
      return result as { readonly bytes: number; readonly answers: Readonly<Record<string, number>> }
    })
    const { wait, work } = await waitsOf(
      () => client.sessions.list({ limit: 50 }),
      () => isOver,
    )
    const { bytes, answers } = await ended
    const answered = Object.entries(answers).map(([status, count]) => `${count} × ${status}`)
    console.log(
      `${name} | ${(bytes / 1024).toFixed(1)} KB | ${answered.join(', ')} | ${wait.toFixed()} ms | ${work.toFixed()} ms`,
    )
  }
  await close()
}

async function send(url: string, name: string, seconds: number): Promise<void> {
  const one = worthlessSpans.find((each) => each.name === name)
  if (one === undefined) throw new Error(`Nothing is named ${name}.`)
  const { format, body: some } = one.request(10_000)
  const count = format === 'json' ? mostValues / 2 : Math.floor((10_000 * mostBytes) / some.byteLength)
  const body = await promisify(gzip)(one.request(count).body)
  const type = format === 'json' ? 'application/json' : 'application/x-protobuf'
  const headers = { 'Content-Type': type, 'Content-Encoding': 'gzip' }
  const answers: Record<string, number> = {}
  process.send?.('ready')
  const until = AbortSignal.timeout(seconds * 1_000)
  const sendOn = async () => {
    while (!until.aborted) {
      try {
        const { status } = await fetch(url, { method: 'POST', headers, body, signal: until })
        answers[status] = (answers[status] ?? 0) + 1
        // As an agent that must retry.
        if (status === 429) await sleep(100)
      } catch {
        answers['none'] = (answers['none'] ?? 0) + 1
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn))
  process.send?.({ bytes: body.byteLength, answers })
  process.disconnect()
}
