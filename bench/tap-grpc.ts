// A stream of small messages over gRPC, direct and through the tap, which records and judges each. Usage: node bench/tap-grpc.ts

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openWindow } from '#testing/engine/open-window.ts'
import type { Streamed } from './grpc-caller.ts'
import { median, startGrpcServer } from './start-server.ts'

const [messages, rounds] = [100_000, 5]

const caller = fork(fileURLToPath(new URL('./grpc-caller.ts', import.meta.url)))
await once(caller, 'message')
const server = await startGrpcServer(messages)
const window = await openWindow()
const tap = await window.client.taps.start({ agentId: await window.idOf(server.url) })
const { grpcAddress } = (await (await fetch(new URL('/.well-known/agent-card.json', server.url))).json()) as {
  grpcAddress: string
}
const contestants = { direct: grpcAddress, tap: new URL(tap.address).host }
const rates: Record<string, number[]> = { direct: [], tap: [] }
let expectedBytes = 0
for (let round = 0; round <= rounds; round++) {
  for (const [name, authority] of Object.entries(contestants)) {
    caller.send(authority)
    const [{ tookMs, receivedBytes }] = (await once(caller, 'message')) as [Streamed]
    expectedBytes ||= receivedBytes
    if (receivedBytes !== expectedBytes)
      throw new Error(`${name}: ${receivedBytes} of ${expectedBytes} bytes`)
    if (round > 0) rates[name]?.push(messages / (tookMs / 1_000))
    await window.engine.taps.recorded()
  }
}
for (const [name, all] of Object.entries(rates))
  report(`${messages} messages over gRPC, ${name}`, `${Math.round(median(all) / 1_000)} k messages/s`)
const ratios = rates['tap']?.map((rate, round) => rate / (rates['direct']?.[round] ?? Number.NaN)) ?? []
report('tap / direct', median(ratios).toFixed(2))
await window.close()
server.close()
caller.disconnect()

function report(what: string, result: string): void {
  process.stdout.write(`${what.padEnd(78)} ${result}\n`)
}
