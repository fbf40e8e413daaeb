// Stands before an agent and passes bytes on as they come, keeping what callers send: raw, so that neither Parley's nor Node's reading of
// HTTP has a part in what is compared. Answers pass too, with the agent's address in them, as its card has it, made the recorder's.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SentBytes {
  /** Which one it arrived over, counted from 0. */
  readonly connection: number
  /** A character for each byte. */
  readonly text: string
}

export interface Recorder {
  readonly port: number
  /** What arrived since the last time, in the order in which it arrived. */
  take(): readonly SentBytes[]
  close(): void
}

/** `ports`: those of the agent, and what they are in the answers instead. */
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

/** Ports from the OS have five digits, so that lengths stay as they are announced. */
function renamed(text: string, ports: ReadonlyMap<number, number>): string {
  return text.replace(/127\.0\.0\.1:(\d{5})/g, (place, port: string) =>
    place.replace(port, String(ports.get(Number(port)) ?? port)),
  )
}

/** Java's client offers to go on in HTTP/2, which is of one connection and not compared; the agent isn't to take it up. */
function withoutUpgrade(text: string): string {
  return text.replace(/^upgrade: h2c\r$/gim, 'Upgrade: off\r')
}
