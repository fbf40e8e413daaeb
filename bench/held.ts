// How long a call through a tap waits while another client keeps connections to it open, each call on a new connection:
// while they are opened, and then. One address may have 500; beyond, the slowest are dropped. Usage: node bench/held.ts

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { openWindow } from '#testing/engine/open-window.ts'
import { type HeldConnection, heldConnections, holdConnections } from '../e2e/attacks/held-connections.ts'
import { median, startServer } from './start-server.ts'
import type { Arrived } from './tap-caller.ts'

const calls = 100
const counts = [0, 500, 1_500]

const caller = fork(fileURLToPath(new URL('./tap-caller.ts', import.meta.url)))
await once(caller, 'message')
const server = await startServer(1)
for (const how of Object.keys(heldConnections) as HeldConnection[])
  for (const connections of counts) await measure(how, connections)
caller.disconnect()
server.close()

async function measure(how: HeldConnection, connections: number): Promise<void> {
  const window = await openWindow()
  const { address, port = 0 } = await window.client.taps.start({ agentId: await window.idOf(server.url) })
  await callMany(`${address}/`)
  const holding = holdConnections({ port, how, connections })
  const meanwhile = await callMany(`${address}/`)
  const release = await holding
  const pending = await callMany(`${address}/`)
  await release()
  await window.close()
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `${connections} that ${how}: ${formatted(meanwhile)} as they are made, ${formatted(pending)} then (load ${load})`,
  )
}

async function callMany(url: string): Promise<readonly number[]> {
  const times: number[] = []
  for (let call = 0; call < calls; call++) {
    caller.send({ url, calls: 1, isApart: true })
    const [[arrived]] = (await once(caller, 'message')) as [readonly Arrived[]]
    times.push(arrived?.tookMs ?? 0)
  }
  return times
}

function formatted(times: readonly number[]): string {
  return `median ${median(times).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(0)} ms`
}
