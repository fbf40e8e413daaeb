// Faults between an agent and a registered webhook (PROTOCOL.md §6).

import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { Quirk, WebhookCall } from '../quirk.ts'

export const lateCalls = (ms: number): Quirk => ({
  async *webhook(calls) {
    for await (const call of calls) {
      await sleep(ms, undefined, { ref: false })
      yield call
    }
  },
})

export const duplicateCalls: Quirk = {
  async *webhook(calls) {
    for await (const call of calls) {
      yield call
      yield call
    }
  },
}

/** All calls in reverse order, once the task has ended. */
export const reversedCalls: Quirk = {
  async *webhook(calls) {
    const all: WebhookCall[] = []
    for await (const call of calls) all.push(call)
    yield* all.reverse()
  },
}

const changed = (change: (call: WebhookCall) => WebhookCall): Quirk => ({
  async *webhook(calls) {
    for await (const call of calls) yield change(call)
  },
})

const proofs = new Set(['x-a2a-notification-token', 'authorization'])

export const wrongToken: Quirk = changed((call) => ({
  ...call,
  headers: call.headers.map(
    ([name, value]) => [name, proofs.has(name.toLowerCase()) ? 'wrong' : value] as const,
  ),
}))

export const noToken: Quirk = changed((call) => ({
  ...call,
  headers: call.headers.filter(([name]) => !proofs.has(name.toLowerCase())),
}))

/** Omits the authentication that the configuration requests, like Python's SDKs (§6.2). */
export const tokenOnly: Quirk = changed((call) => ({
  ...call,
  headers: call.headers.filter(([name]) => name.toLowerCase() !== 'authorization'),
}))

export const noContentType: Quirk = changed((call) => ({
  ...call,
  headers: call.headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
}))

export const wrongShape = (body: JsonValue): Quirk => changed((call) => ({ ...call, body }))

/** Only the last update, like Python 0.3.26 for a blocking send (§6.2). */
export const finalCallOnly: Quirk = {
  async *webhook(calls) {
    let last: WebhookCall | undefined
    for await (const call of calls) last = call
    if (last) yield last
  },
}

export const retries = (waitsMs: readonly number[]): Quirk => ({ retriesMs: waitsMs })

/** Requires the receiver to repeat a token before it trusts the address (§6.2, §6.3). */
export const challenges = (token: string): Quirk => ({
  async *webhook(calls) {
    let trusted: boolean | undefined
    for await (const call of calls) {
      trusted ??= (await echoed(call.url, token)) === token
      if (trusted) yield call
    }
  },
})

async function echoed(url: string, token: string): Promise<string> {
  const address = new URL(url)
  address.searchParams.set('validationToken', token)
  const response = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  return (await response?.text()) ?? ''
}
