// A running real server in a process group of its own, so that its child processes end with the run, and with ports from the
// OS.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from './environments/needs.ts'

export interface RunningServer {
  readonly origin: string
  /** Of its second port, if it listens there. */
  readonly secondOrigin: string
  /** The last lines of its output, for the report of a failure. */
  tail(): string
  close(): Promise<void>
}

const host = '127.0.0.1'
const usualStartMs = 60_000
const graceMs = 3_000

/** Servers get two free ports as their first arguments: one for HTTP, one for gRPC. */
export async function startServer(
  environment: Environment,
  flags: readonly string[],
): Promise<RunningServer> {
  const ports = await freePorts(2)
  const child = spawn(environment.command, [...environment.args, ...ports.map(String), ...flags], {
    cwd: environment.cwd,
    env: { ...process.env, ...environment.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-8_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const exited = once(child, 'exit').catch(() => undefined)
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null

  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, name)
    } catch {
      // The group has ended.
    }
  }
  const close = async () => {
    if (isRunning()) {
      signal('SIGTERM')
      await Promise.race([exited, sleep(graceMs)])
    }
    signal('SIGKILL')
  }

  const until = performance.now() + (environment.startMs ?? usualStartMs)
  while (!(await answers(ports[0] ?? 0))) {
    if (isRunning() && performance.now() < until) {
      await sleep(100)
      continue
    }
    await close()
    throw new Error(`the server did not start: ${text.trim().split('\n').slice(-3).join(' | ')}`)
  }
  return {
    origin: `http://${host}:${ports[0]}`,
    secondOrigin: `http://${host}:${ports[1]}`,
    tail: () => text.split('\n').slice(-40).join('\n'),
    close,
  }
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, host))
  return Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening')
      const address = server.address()
      server.close()
      await once(server, 'close')
      return typeof address === 'object' && address !== null ? address.port : 0
    }),
  )
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, host)
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return open
}
