// Posts notifications at a steady rate over as many open connections as necessary, in a separate process. Requests are
// written to sockets directly, to use little of the machine. A late call counts from its due time. Usage:
// hook-sender.ts URL TOKEN AUTHORIZATION TASK PER_SECOND SECONDS

import { connect, type Socket } from 'node:net'

export interface Sent {
  readonly sent: number
  readonly accepted: number
  /** Milliseconds from a call's due time to its response. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly elapsedMs: number
  /** Processor time of this process. */
  readonly cpuMs: number
}

interface Due {
  readonly index: number
  readonly atMs: number
}

const [address = '', token = '', authorization = '', taskId = '', ...numbers] = process.argv.slice(2)
const [perSecond = 0, seconds = 0] = numbers.map(Number)
const { host, hostname, port, pathname } = new URL(address)
const total = perSecond * seconds
const mostConnections = 64
const accepted = 'HTTP/1.1 200 OK\r\n'
const latencies: number[] = []
const due: Due[] = []
const idle: Post[] = []
let taken = 0
let connections = 0
let answered = 0
let good = 0
let finished: () => void = () => undefined
const all = new Promise<void>((resolve) => {
  finished = resolve
})

type Post = (call: Due) => void

function requestOf(index: number): string {
  const text = JSON.stringify({
    artifactUpdate: {
      taskId,
      contextId: 'bench',
      artifact: { artifactId: 'a', parts: [{ text: `piece ${index} ` }] },
      append: index > 0,
    },
  })
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-A2A-Notification-Token: ${token}`,
    `Authorization: ${authorization}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${text}`
}

/** One call at a time on each connection; responses have no body. */
function openConnection(): void {
  connections += 1
  const socket: Socket = connect(Number(port), hostname)
  let current: Due | undefined
  let answer = ''
  const post: Post = (call) => {
    current = call
    socket.write(requestOf(call.index))
  }
  const settle = (isGood: boolean) => {
    if (current === undefined) return
    latencies.push(performance.now() - current.atMs)
    current = undefined
    answered += 1
    if (isGood) good += 1
    if (answered === total) finished()
  }
  const next = () => {
    const call = due[taken]
    if (call === undefined) idle.push(post)
    else {
      taken += 1
      post(call)
    }
  }
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    answer += text
    if (!answer.endsWith('\r\n\r\n')) return
    settle(answer.startsWith(accepted))
    answer = ''
    next()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    connections -= 1
    const at = idle.indexOf(post)
    if (at >= 0) idle.splice(at, 1)
    settle(false)
    if (taken < due.length) openConnection()
  })
  next()
}

const started = performance.now()
for (let sent = 0; sent < total; ) {
  const nowMs = performance.now()
  const reached = Math.min(total, Math.ceil(((nowMs - started) / 1000) * perSecond))
  for (; sent < reached; sent += 1) {
    const call = { index: sent, atMs: nowMs }
    const post = idle.shift()
    if (post) post(call)
    else due.push(call)
    if (!post && connections < mostConnections) openConnection()
  }
  await new Promise((resolve) => setTimeout(resolve, 2))
}
await all
const { user, system } = process.cpuUsage()
const sorted = latencies.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
const result: Sent = {
  sent: total,
  accepted: good,
  p50: at(0.5),
  p95: at(0.95),
  p99: at(0.99),
  elapsedMs: performance.now() - started,
  cpuMs: (user + system) / 1000,
}
process.send?.(result, () => process.exit())
