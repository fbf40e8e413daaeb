// An attacker in a thread of its own: holds many connections, sends as little as possible on each, never closes its half, and
// reconnects when dropped.

import { connect } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const heads = 'POST /known HTTP/1.1\r\nHost: 127.0.0.1\r\n'

/** What is sent on a connection, and whether the attacker's half is closed then. */
export const heldConnections = {
  'send nothing': { bytes: '', ends: false },
  'send half a head': { bytes: heads, ends: false },
  'send half a head and close their half': { bytes: heads, ends: true },
  'send what is no HTTP and never close': { bytes: 'no HTTP\r\n\r\n', ends: false },
  'send a body that never ends': { bytes: `${heads}Content-Length: 1000000\r\n\r\nx`, ends: false },
  'ask for what is not there and never close': {
    bytes: 'GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    ends: false,
  },
} as const

export type HeldConnection = keyof typeof heldConnections

interface Order {
  readonly port: number
  readonly how: HeldConnection
  readonly connections: number
}

/** Resolves once all connections are open; the returned function ends the attack. */
export async function holdConnections(order: Order): Promise<() => Promise<unknown>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: order })
  await new Promise((begun, failed) => worker.once('message', begun).once('error', failed))
  return () => worker.terminate()
}

const wave = 100
if (!isMainThread && isOrder(workerData)) await attack(workerData)

async function attack({ port, how, connections }: Order): Promise<void> {
  const { bytes, ends } = heldConnections[how]
  const hold = () =>
    new Promise<void>((tried) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
        if (bytes !== '') socket.write(bytes)
        if (ends) socket.end()
        tried()
      })
      socket.on('error', () => undefined)
      socket.once('close', () => {
        tried()
        setTimeout(hold, 20)
      })
    })
  for (let pending = 0; pending < connections; pending += wave)
    await Promise.all(Array.from({ length: wave }, hold))
  parentPort?.postMessage('held')
}

function isOrder(value: unknown): value is Order {
  return typeof value === 'object' && value !== null && 'how' in value
}
