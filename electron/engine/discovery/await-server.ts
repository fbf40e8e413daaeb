// Waits until a server accepts connections at an address that refused them, by connections without a byte, which are
// not recorded. Only for nearby addresses that the user typed: remote machines are not probed repeatedly.

import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isNear } from '#shared/a2a/rules/card/hosts.ts'
import { bareHost, portOf } from '#shared/url.ts'
import type { Agents } from '../agents.ts'
import { guarded } from '../platform/guarded.ts'
import { readTypedAddress } from './typed-address.ts'

/** Time for a server to start; later the window's Retry remains. */
const maxAwaitedMs = 30 * 60_000
/** For a server that is awaited to accept one connection; the next is tried a moment later. */
const maxAcceptMs = 2_000
/** Pauses between attempts: the first few are short. */
const pausesMs = [1_000, 1_000, 2_000, 2_000]
const laterPauseMs = 5_000

export async function awaitServer(
  agents: Pick<Agents, 'get' | 'isEntered' | 'network'>,
  agentId: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly listening: boolean }> {
  const address = readTypedAddress(agents.get(agentId).address)
  const isDirect = agents.isEntered(agentId) && agents.network(agentId).proxyUrl === undefined
  if (!isDirect || address.kind !== 'address' || !isNear(new URL(address.url).hostname))
    return { listening: false }
  return { listening: await startedAt(new URL(address.url), signal) }
}

async function startedAt(url: URL, signal: AbortSignal | undefined): Promise<boolean> {
  const end = performance.now() + maxAwaitedMs
  const place = { host: bareHost(url.hostname), port: portOf(url) }
  for (let tried = 0; performance.now() < end; tried += 1) {
    await wait(pausesMs[tried] ?? laterPauseMs, undefined, { signal }).catch(() => undefined)
    if (signal?.aborted) return false
    if (await isAccepted(place)) return true
  }
  return false
}

function isAccepted(place: { readonly host: string; readonly port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...place, timeout: maxAcceptMs })
    const settle = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    const giveUp = () => resolve(false)
    const fail = guarded('server awaited', () => settle(false), giveUp)
    socket.on(
      'connect',
      guarded('server awaited', () => settle(true), giveUp),
    )
    socket.on('timeout', fail)
    socket.on('error', fail)
  })
}
