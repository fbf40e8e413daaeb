// Forwards bytes to an agent and records those of callers: raw, so that the comparison depends on no HTTP parser. In responses
// it replaces the agent's address, as on its card, by its own.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SentBytes {
  /** Number of its connection, from 0. */
  readonly connection: number
  /** One character per byte. */
  readonly text: string
}

export interface Recorder {
  readonly port: number
  /** Bytes since the last call, in order of arrival. */
  take(): readonly SentBytes[]
  close(): void
}

/** `ports`: those of the agent, with their replacements. */
export async function openRecorder(agentPort: number, ports: ReadonlyMap<number, number>): Promise<Recorder> {
  const open = new Set<Socket>()
  let sentBytes: SentBytes[] = []
  let connections = 0
  const server = createServer((caller) => {
    const connection = connections++
    const agent = connect(agentPort, '127.0.0.1')
    caller.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      sentBytes.push({ connection, text })
      agent.write(withoutUpgrade(text), 'latin1')
    })
    agent.on('data', (bytes) => void caller.write(renamed(bytes.toString('latin1'), ports), 'latin1'))
    for (const [one, other] of [
      [caller, agent],
      [agent, caller],
    ] as const) {
      open.add(one)
      one.on('end', () => other.end())
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    take() {
      const taken = sentBytes
      sentBytes = []
      return taken
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Ports from the OS have five digits, so lengths stay the same. */
function renamed(text: string, ports: ReadonlyMap<number, number>): string {
  return text.replace(/127\.0\.0\.1:(\d{5})/g, (place, port: string) =>
    place.replace(port, String(ports.get(Number(port)) ?? port)),
  )
}

/** Removes the HTTP/2 upgrade that Java's client offers: the comparison is of HTTP/1.1. */
function withoutUpgrade(text: string): string {
  return text.replace(/^upgrade: h2c\r$/gim, 'Upgrade: off\r')
}
