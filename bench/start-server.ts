// Starts the event server and hands out its address.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface EventServer {
  readonly url: string
  /** Processor time it has taken. */
  cpuMs(): Promise<number>
  close(): void
}

export function startServer(...parameters: readonly (number | 'varied')[]): Promise<EventServer> {
  const script = fileURLToPath(new URL('./event-server.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...parameters.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.stdout.once('data', (port: Buffer) => {
      const url = `http://127.0.0.1:${port.toString().trim()}/`
      const cpuMs = async () => Number(await (await fetch(url)).text())
      resolve({ url, cpuMs, close: () => child.kill() })
    })
  })
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
