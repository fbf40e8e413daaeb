// Webhooks named by callers of one tap, each at an unguessable address of the tap. Only these are forwarded to, except
// ports of this Parley and, for callers on other machines, addresses that only this machine reaches.

import type { PushConfig } from '#shared/a2a/model.ts'
import { type BoundedCache, createBoundedCache } from '#shared/collections/lru-cache.ts'
import { bareHost, portOf } from '#shared/url.ts'
import { isLoopback } from '../../../platform/net.ts'
import { ownAddresses } from '../../../receiver/addresses.ts'
import { madeSecret } from '../../../receiver/proof.ts'
import { type AgentSide, createAgentSide } from '../agent-side.ts'
import type { ForwardPlan, ReplacedWebhook } from '../messages.ts'
import { isEveryAddress, isHere, plainAddress, type TapTarget } from '../routes.ts'
import type { FoundWebhook } from './find-webhook.ts'

interface NamedBy {
  readonly caller: string
  /** The host it reached the tap by. */
  readonly host: string | undefined
  /** Of the agent. */
  readonly origin: string
}

interface Replaced {
  readonly webhook: ReplacedWebhook
  /** The tap's address for this webhook. */
  readonly address: string
  readonly body: Buffer
}

export interface CalledWebhook {
  readonly webhook: ReplacedWebhook
  readonly target: TapTarget
  /** To a port of this Parley. */
  readonly leadsHere: boolean
}

interface Options {
  readonly plan: Pick<ForwardPlan, 'host' | 'replacedWebhooks'>
  /** Of the tap, for callers on this machine. */
  readonly address: () => string
  readonly isOwn: (address: string | undefined, port: number | undefined) => boolean
  readonly most?: number
}

/** The webhooks of a tap, and connections to them. Addresses are checked again after connecting. */
export function openWebhooks(plan: ForwardPlan, isOwn: Options['isOwn'], address: () => string) {
  const near = createAgentSide(plan.profile, isOwn)
  const far = createAgentSide(
    plan.profile,
    (at, port) => isOwn(at, port) || isLoopback(plainAddress(at ?? '')),
  )
  return {
    webhooks: new CallersWebhooks({ plan, address, isOwn }),
    webhookSide: (isFar: boolean): AgentSide => (isFar ? far : near),
    close(): void {
      near.close()
      far.close()
    },
  }
}

/** Webhooks of one tap; the one unused for longest is dropped, and calls to it are refused. */
export const maxTapWebhooks = 2_000
// Of the address of a webhook; a longer one stays, and bypasses the tap.
const maxWebhookChars = 8_192

export class CallersWebhooks {
  readonly #options: Options
  readonly #recent: BoundedCache<string, ReplacedWebhook>
  readonly #keys: BoundedCache<string, string>
  #isNone: boolean

  constructor(options: Options) {
    const { plan, most = maxTapWebhooks } = options
    this.#options = options
    this.#recent = createBoundedCache(2 * most)
    this.#keys = createBoundedCache(2 * most)
    for (const webhook of plan.replacedWebhooks) this.#recent.set(webhook.key, webhook)
    this.#isNone = plan.replacedWebhooks.length === 0
  }

  /** The address for the agent in place of the caller's, or why it is not replaced. */
  replace(foundWebhook: FoundWebhook, named: NamedBy): Replaced | { readonly reason: string } {
    const isFar = !isHere(named.caller.replace(/:\d+$/, ''))
    const { plan, address, isOwn } = this.#options
    const stored = whyKept(foundWebhook.config.url, isFar, isOwn)
    if (stored !== undefined) return { reason: stored }
    if (!foundWebhook.isPlaced) return { reason: 'Its address couldn’t be found in the request.' }
    const webhook = this.#add(foundWebhook.config, isFar)
    const there = `${withUserOf(webhook.url, reachableAt(plan.host, address(), named))}${webhookPath}${webhook.key}`
    return { webhook, address: there, body: foundWebhook.withAddress(there) }
  }

  /** The webhook at an address of the tap: null if it no longer exists, undefined for other addresses. */
  called(requestTarget: string): CalledWebhook | null | undefined {
    const [, key, query = ''] = ownPath.exec(requestTarget) ?? []
    if (key === undefined) return undefined
    const webhook = this.#find(key)
    if (!webhook) return null
    const url = new URL(webhook.url)
    const leadsHere = this.#options.isOwn(url.hostname, portOf(url))
    return { webhook, target: targetOf(webhook.url, query), leadsHere }
  }

  /** JSON with the callers' addresses in place of the tap's; undefined if it has none of the tap's. */
  restored(body: Buffer): Buffer | undefined {
    // One character per byte.
    const text = body.toString('latin1')
    const restored = text.replace(ownAddress, (whole, key: string) => {
      const webhook = this.#recent.get(key)
      return webhook ? Buffer.from(JSON.stringify(webhook.url).slice(1, -1)).toString('latin1') : whole
    })
    return restored === text ? undefined : Buffer.from(restored, 'latin1')
  }

  readonly isNone = (): boolean => this.#isNone

  #find(key: string): ReplacedWebhook | undefined {
    const webhook = this.#recent.get(key)
    if (webhook) this.#recent.set(key, webhook)
    return webhook
  }

  #add({ url, ...config }: PushConfig, isFar: boolean): ReplacedWebhook {
    const registered = JSON.stringify([url, config.token, config.authentication, isFar])
    const webhook = this.#find(this.#keys.get(registered) ?? '') ?? { key: madeSecret(), url, isFar }
    this.#isNone = false
    this.#recent.set(webhook.key, webhook)
    this.#keys.set(registered, webhook.key)
    return webhook
  }
}

const webhookPath = '/tap-webhook/'
const ownPath = /^\/tap-webhook\/([\w-]{32})(?:\?(.*))?$/s
/** In JSON, where slashes may be escaped. */
const ownAddress = /https?:(?:\\?\/){2}[^"\\/\s]+\\?\/tap-webhook\\?\/([\w-]{32})/g

function whyKept(url: string, isFar: boolean, isOwn: Options['isOwn']): string | undefined {
  const parsed = url.length <= maxWebhookChars ? URL.parse(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return 'It isn’t an HTTP address.'
  const { hostname } = parsed
  if (isOwn(hostname, portOf(parsed))) return 'It is Parley’s own.'
  // A remote caller can't mean an address that only this machine reaches.
  return isFar && (isLoopback(hostname) || isEveryAddress(bareHost(hostname)))
    ? 'The caller is on another machine, and means an address of that.'
    : undefined
}

/** The tap's address as the agent reaches it: a tap on all interfaces is assumed at the host that its caller used. */
function reachableAt(host: string, address: string, named: NamedBy): string {
  const agent = URL.parse(named.origin)?.hostname ?? ''
  if (!isEveryAddress(host) || isLoopback(agent)) return address
  const caller = URL.parse(`http://${named.host ?? ''}`)
  if (caller && !isLoopback(caller.hostname)) return caller.origin
  const own = ownAddresses().find(({ internal, family }) => !internal && family === 'IPv4')
  return own ? `http://${own.address}:${URL.parse(address)?.port ?? ''}` : address
}

/** Clients send the user of a URL as a header. */
function withUserOf(url: string, base: string): string {
  const [, user = ''] = /^[a-z]+:\/\/([^/?#]*@)/i.exec(url) ?? []
  return base.replace('://', `://${user}`)
}

/** A query that an agent appends to the tap's address is appended to the webhook's. */
function targetOf(url: string, query: string): TapTarget {
  const { origin, pathname, search } = new URL(url)
  const more = query === '' ? '' : `${search === '' ? '?' : '&'}${query}`
  return { origin, path: `${pathname}${search}${more}` }
}
