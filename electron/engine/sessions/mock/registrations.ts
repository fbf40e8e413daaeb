// The webhooks that callers of a mock registered, each in the place of the one that was registered in the recording. Only to
// these is anything ever sent; and to other machines only where the user allowed it, for whoever reaches the mock could
// otherwise make it call whatever they like.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { PushConfig } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import type { RequestEntry } from '#shared/record/entry.ts'
import { wireCallOf } from '#shared/record/wire-call-of.ts'
import { shorten } from '#shared/shorten.ts'
import { webhookKey } from '#shared/story/webhook-paths.ts'
import { isLoopback } from '../../is-loopback.ts'

export interface Registration {
  /** As it was registered in the recording. */
  readonly recorded: PushConfig
  /** As the caller of the mock has it. */
  readonly asked: PushConfig
}

/** What a call with this body asks for, read as the recorded call of its kind was. */
export function operationIn(
  like: Pick<RequestEntry, 'call' | 'method' | 'url'>,
  body: string,
): Operation | undefined {
  const { dialect } = like.call
  const call = wireCallOf(like, body)
  return dialect === undefined || call === undefined ? undefined : agentSideOf(dialect).decodeOperation(call)
}

export function pushIn(operation: Operation | undefined): PushConfig | undefined {
  switch (operation?.kind) {
    case 'send':
    case 'stream':
      return operation.options?.push
    case 'push-create':
      return operation.config
    default:
      return undefined
  }
}

/** Why nothing is sent there; undefined when it is. */
export function whyNotSent({ url }: PushConfig, anywhere: boolean): string | undefined {
  const address = URL.parse(url)
  if (address === null || !/^https?:$/.test(address.protocol)) {
    return `This mock sends webhook calls over http or https, not to ${JSON.stringify(shorten(url))}.`
  }
  if (anywhere || isLoopback(address.hostname)) return undefined
  return `This mock sends webhook calls to this machine only, not to ${address.host}. Who serves it can allow other addresses.`
}

// Receivers known to a mock; the oldest is forgotten.
const maxMockRegistrations = 500

export function createRegistrations() {
  const known = new Map<string, Registration>()
  return {
    add(registration: Registration) {
      const key = webhookKey(registration.recorded.url)
      known.delete(key)
      known.set(key, registration)
      const oldest = known.keys().next()
      if (known.size > maxMockRegistrations && !oldest.done) known.delete(oldest.value)
    },
    /** The one in the place of the recorded one whose path this is. */
    of: (path: string): Registration | undefined => known.get(webhookKey(path)),
    remove(configId: string) {
      for (const [key, { recorded, asked }] of known) {
        if (configId === recorded.id || configId === asked.id) known.delete(key)
      }
    },
  }
}

/** An agent repeats a configuration in its answer: the caller's, then, and not that of long ago. */
export function repeatedAs({ recorded, asked }: Registration): (text: string) => string {
  const pairs = [
    [recorded.url, asked.url],
    [recorded.id, asked.id],
    [recorded.token, asked.token],
    [recorded.authentication?.credentials, asked.authentication?.credentials],
  ].flatMap(([before, now]) =>
    before === undefined || before === '' || now === undefined
      ? []
      : [[JSON.stringify(before), JSON.stringify(now)] as const],
  )
  return (text) => pairs.reduce((changed, [before, now]) => changed.replaceAll(before, () => now), text)
}
