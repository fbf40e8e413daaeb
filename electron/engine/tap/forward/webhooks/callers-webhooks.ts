// The webhooks that callers have named through one tap, each at an address of the tap that nobody can guess. Nothing is forwarded but to
// those: never to a place of Parley's own, and for a caller on another machine not to what only this machine can reach.

import type { PushConfig } from '#shared/a2a/model.ts'
import { createRecent } from '#shared/collections/lru-cache.ts'
import { bareHost, portOf } from '#shared/url.ts'
import { isLoopback } from '../../../platform/net.ts'
import { ownAddresses } from '../../../receiver/addresses.ts'
import { madeSecret } from '../../../receiver/proof.ts'
import { type AgentSide, createAgentSide } from '../agent-side.ts'
import type { ForwardPlan, ReplacedWebhook } from '../messages.ts'
import { isEveryAddress, isHere, plainAddress, type TapTarget } from '../routes.ts'
import type { FoundWebhook } from './find-webhook.ts'

export interface CallersWebhooks {
  /** What the agent is to be told in place of the caller's address, or why it is told that. */
  replace(foundWebhook: FoundWebhook, named: NamedBy): Replaced | { readonly reason: string }
  /** Which one is called at an address of the tap: null where it is none any more, undefined for an address of another kind. */
  called(requestTarget: string): CalledWebhook | null | undefined
  /** JSON with the callers' addresses in place of the tap's; undefined where it has none of those. */
  restored(body: Buffer): Buffer | undefined
  /** It has never known any. */
  isNone(): boolean
}

interface NamedBy {
  /** Where it calls from. */
  readonly caller: string
  /** By which it reached the tap. */
  readonly host: string | undefined
  /** Of the agent. */
  readonly origin: string
}

interface Replaced {
  readonly webhook: ReplacedWebhook
  /** The tap's, of this webhook. */
  readonly address: string
  readonly body: Buffer
}

export interface CalledWebhook {
  readonly webhook: ReplacedWebhook
  readonly target: TapTarget
  /** To a place of Parley's own. */
  readonly leadsHere: boolean
}

interface Options {
  readonly plan: Pick<ForwardPlan, 'host' | 'replacedWebhooks'>
  /** Of the tap, as callers on this machine write it. */
  readonly address: () => string
  readonly isOwn: (address: string | undefined, port: number | undefined) => boolean
  readonly most?: number
}

/**
 * The webhooks that a tap has, and the ways to them. The connection is looked at again once it is made, because a name may lead anywhere.
 */
export function openWebhooks(plan: ForwardPlan, isOwn: Options['isOwn'], address: () => string) {
  const near = createAgentSide(plan.profile, isOwn)
  const far = createAgentSide(
    plan.profile,
    (at, port) => isOwn(at, port) || isLoopback(plainAddress(at ?? '')),
  )
  return {
    webhooks: createCallersWebhooks({ plan, address, isOwn }),
    webhookSide: (isFar: boolean): AgentSide => (isFar ? far : near),
    close(): void {
      near.close()
      far.close()
    },
  }
}

/** Webhooks that one tap knows; the one unused for longest goes, and what is sent there is refused. */
export const maxTapWebhooks = 2_000
// Of the address of a webhook; a longer one is left as it is, and bypasses the tap.
const maxWebhookChars = 8_192

export function createCallersWebhooks({
  plan,
  address,
  isOwn,
  most = maxTapWebhooks,
}: Options): CallersWebhooks {
  const recent = createRecent<string, ReplacedWebhook>(2 * most)
  /** Of those that were named since the tap was opened, by all that was registered with each. */
  const keys = createRecent<string, string>(2 * most)
  for (const webhook of plan.replacedWebhooks) recent.set(webhook.key, webhook)
  let isNone = plan.replacedWebhooks.length === 0

  const find = (key: string): ReplacedWebhook | undefined => {
    const webhook = recent.get(key)
    if (webhook) recent.set(key, webhook)
    return webhook
  }
  const add = ({ url, ...config }: PushConfig, isFar: boolean): ReplacedWebhook => {
    const registered = JSON.stringify([url, config.token, config.authentication, isFar])
    const webhook = find(keys.get(registered) ?? '') ?? { key: madeSecret(), url, isFar }
    isNone = false
    recent.set(webhook.key, webhook)
    keys.set(registered, webhook.key)
    return webhook
  }

  return {
    replace(foundWebhook, named) {
      const isFar = !isHere(named.caller.replace(/:\d+$/, ''))
      const stored = whyKept(foundWebhook.config.url, isFar, isOwn)
      if (stored !== undefined) return { reason: stored }
      if (!foundWebhook.isPlaced) return { reason: 'Its address couldn’t be found in the request.' }
      const webhook = add(foundWebhook.config, isFar)
      const there = `${withUserOf(webhook.url, reachableAt(plan.host, address(), named))}${webhookPath}${webhook.key}`
      return { webhook, address: there, body: foundWebhook.withAddress(there) }
    },
    called(requestTarget) {
      const [, key, query = ''] = ownPath.exec(requestTarget) ?? []
      if (key === undefined) return undefined
      const webhook = find(key)
      if (!webhook) return null
      const url = new URL(webhook.url)
      const leadsHere = isOwn(url.hostname, portOf(url))
      return { webhook, target: targetOf(webhook.url, query), leadsHere }
    },
    restored(body) {
      // One character a byte.
      const text = body.toString('latin1')
      const restored = text.replace(ownAddress, (whole, key: string) => {
        const webhook = recent.get(key)
        return webhook ? Buffer.from(JSON.stringify(webhook.url).slice(1, -1)).toString('latin1') : whole
      })
      return restored === text ? undefined : Buffer.from(restored, 'latin1')
    },
    isNone: () => isNone,
  }
}

const webhookPath = '/tap-webhook/'
const ownPath = /^\/tap-webhook\/([\w-]{32})(?:\?(.*))?$/s
/** In JSON, where a slash may be escaped. */
const ownAddress = /https?:(?:\\?\/){2}[^"\\/\s]+\\?\/tap-webhook\\?\/([\w-]{32})/g

function whyKept(url: string, isFar: boolean, isOwn: Options['isOwn']): string | undefined {
  const parsed = url.length <= maxWebhookChars ? URL.parse(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return 'It isn’t an HTTP address.'
  const { hostname } = parsed
  if (isOwn(hostname, portOf(parsed))) return 'It is Parley’s own.'
  // What only this machine can reach was never the caller's to name.
  return isFar && (isLoopback(hostname) || isEveryAddress(bareHost(hostname)))
    ? 'The caller is on another machine, and means an address of that.'
    : undefined
}

/** Where the agent finds the tap: a tap that listens everywhere is looked for where its caller found it. */
function reachableAt(host: string, address: string, named: NamedBy): string {
  const agent = URL.parse(named.origin)?.hostname ?? ''
  if (!isEveryAddress(host) || isLoopback(agent)) return address
  const caller = URL.parse(`http://${named.host ?? ''}`)
  if (caller && !isLoopback(caller.hostname)) return caller.origin
  const own = ownAddresses().find(({ internal, family }) => !internal && family === 'IPv4')
  return own ? `http://${own.address}:${URL.parse(address)?.port ?? ''}` : address
}

/** Clients send the user of an address as a header. */
function withUserOf(url: string, base: string): string {
  const [, user = ''] = /^[a-z]+:\/\/([^/?#]*@)/i.exec(url) ?? []
  return base.replace('://', `://${user}`)
}

/** What an agent adds to the address that it was given is added to the one it stands for. */
function targetOf(url: string, query: string): TapTarget {
  const { origin, pathname, search } = new URL(url)
  const more = query === '' ? '' : `${search === '' ? '?' : '&'}${query}`
  return { origin, path: `${pathname}${search}${more}` }
}
