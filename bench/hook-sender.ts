// Posts notifications at a steady rate, as many connections as it takes, in a process of its own.
// Usage: hook-sender.ts URL TOKEN TASK PER_SECOND SECONDS

import { Agent, request } from 'node:http'

export interface Sent {
  readonly sent: number
  readonly accepted: number
  /** Milliseconds from the request to its answer. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly elapsedMs: number
}

const [url = '', token = '', taskId = '', perSecond = '0', seconds = '0'] = process.argv.slice(2)
const total = Number(perSecond) * Number(seconds)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const latencies: number[] = []
let accepted = 0

function post(index: number): Promise<void> {
  const text = JSON.stringify({
    artifactUpdate: {
      taskId,
      contextId: 'bench',
      artifact: { artifactId: 'a', parts: [{ text: `piece ${index} ` }] },
      append: index > 0,
    },
  })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-A2A-Notification-Token': token,
  }
  const started = performance.now()
  return new Promise((resolve) => {
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', () => {
        latencies.push(performance.now() - started)
        if (response.statusCode === 200) accepted += 1
        resolve()
      })
    })
    call.once('error', () => resolve())
    call.end(text)
  })
}

const started = performance.now()
const open: Promise<void>[] = []
for (let sent = 0; sent < total; ) {
  const due = Math.min(total, Math.ceil(((performance.now() - started) / 1000) * Number(perSecond)))
  for (; sent < due; sent += 1) open.push(post(sent))
  await new Promise((resolve) => setTimeout(resolve, 2))
}
await Promise.all(open)
const sorted = latencies.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
const result: Sent = {
  sent: total,
  accepted,
  p50: at(0.5),
  p95: at(0.95),
  p99: at(0.99),
  elapsedMs: performance.now() - started,
}
agent.destroy()
process.send?.(result)
