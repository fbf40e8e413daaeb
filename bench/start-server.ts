// Starts the servers for comparison, each in a separate process, and returns their addresses.

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Started {
  readonly url: string
  close(): void
}

export interface EventServer extends Started {
  /** Its processor time. */
  cpuMs(): Promise<number>
}

export async function startServer(...parameters: readonly (number | 'varied')[]): Promise<EventServer> {
  const { url, close } = await start('event-server.ts', ...parameters.map(String))
  return { url, close, cpuMs: async () => Number(await (await fetch(url)).text()) }
}

export function startGrpcServer(messages: number): Promise<Started> {
  return start('grpc-server.ts', String(messages))
}

export function startChatAgent(): Promise<Started> {
  return start('chat-agent.ts')
}

/** A script that prints its port when it listens. */
function start(script: string, ...parameters: readonly string[]): Promise<Started> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [path, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.stdout?.once('data', (port: Buffer) => {
      resolve({ url: `http://127.0.0.1:${port.toString().trim()}/`, close: () => child.kill() })
    })
  })
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
