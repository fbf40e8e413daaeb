// Keeps secrets out of the record. Values are known from where they stand (credential headers, query keys, cookies, the
// token fields of push configurations). Those that we send are also hunted wherever an agent repeats them. The true
// values live in this memory only, until they are forgotten.

import { randomBytes } from 'node:crypto'
import type { RawHeaders } from '#shared/record/entry.ts'
import { secretMark, secretMarkPattern } from '#shared/record/secret-mark.ts'
import { createHunt, shortestHunted } from './hunt.ts'

/** Ours are few and hunted; an agent's may be endless, so only the latest are remembered and none is hunted. */
export type Origin = 'ours' | 'theirs'

export interface Secrets {
  /** `also` names headers that carry a credential whatever they are called, in lower case. */
  headers(headers: RawHeaders, origin: Origin, also?: ReadonlySet<string>): RawHeaders
  /** `also` names query keys that carry a credential whatever they are called. */
  url(url: string, also?: ReadonlySet<string>): string
  /** In the talk about push configurations, `about` says so where the text itself may not. */
  text(text: string, origin: Origin, about?: 'push'): string
  bytes(bytes: Buffer, origin: Origin, about?: 'push'): Buffer
  learn(value: string): void
  reveal(id: string): string | undefined
  forgetAll(): void
}

const credentialHeader =
  /^(authorization|proxy-authorization|authentication|cookie|set-cookie|x-a2a-notification-token)$|(api[-_]?key|access[-_]?key|token|secret|password|credential|session[-_]?id|signature)/i
const harmlessHeader = /^(x-amzn-bedrock-agentcore-runtime-session-id|mcp-session-id)$/i
const credentialQuery =
  /^(api[-_]?key|key|code|sig|signature|auth|authorization|password|secret)$|token|secret|api[-_]?key/i
const rememberedOfTheirs = 1_000
/** What a push configuration calls its secrets, in every version. */
const pushField = /("(?:token|credentials)"\s*:\s*)"((?:[^"\\]|\\.)*)"/g
const wholeMark = new RegExp(`^${secretMarkPattern.source}$`)

export function createSecrets(): Secrets {
  const ours = new Map<string, string>()
  const theirs = new Map<string, string>()
  const hunt = createHunt()

  const mark = (value: string, origin: Origin): string => {
    if (wholeMark.test(value)) return value
    const known = ours.get(value) ?? theirs.get(value)
    if (known !== undefined && (origin === 'theirs' || ours.has(value))) return secretMark(known)
    const id = known ?? randomBytes(4).toString('hex')
    if (origin === 'ours') {
      ours.set(value, id)
      // Short values are masked where they stand.
      if (value.length >= shortestHunted) hunt.add(spellingsOf(value), secretMark(id))
    } else {
      theirs.set(value, id)
      const oldest = theirs.keys().next()
      if (theirs.size > rememberedOfTheirs && !oldest.done) theirs.delete(oldest.value)
    }
    return secretMark(id)
  }

  const maskText = (text: string, origin: Origin, about?: 'push'): string => {
    if (about === undefined && !text.includes('ushNotification')) return hunt.replace(text)
    const structural = text.replace(pushField, (whole, before: string, quoted: string) =>
      quoted === '' ? whole : `${before}"${mark(unquote(quoted), origin)}"`,
    )
    return hunt.replace(structural)
  }

  const headerValue = (name: string, value: string, origin: Origin): string => {
    const keepKey = (_: string, key: string, secret: string) => key + mark(secret, origin)
    if (value === '') return value
    if (/^set-cookie$/i.test(name)) return value.replace(/^([^=;]+=)([^;]+)/, keepKey)
    if (/^cookie$/i.test(name)) return value.replace(/([^=;\s]+=)([^;]+)/g, keepKey)
    const [, scheme, credential] = /^(\S+) +(.+)$/.exec(value) ?? []
    if (scheme === undefined || credential === undefined) return mark(value, origin)
    if (/^basic$/i.test(scheme)) learnPassword(credential, origin)
    return `${scheme} ${mark(credential, origin)}`
  }

  const learnPassword = (base64: string, origin: Origin) => {
    const password = /:(.+)$/s.exec(Buffer.from(base64, 'base64').toString('utf8'))?.[1]
    if (password !== undefined) mark(password, origin)
  }

  const queryPair = (pair: string, also: ReadonlySet<string> | undefined): string => {
    const [name, value] = split(pair, '=')
    if (value === undefined || value === '') return pair
    if (!credentialQuery.test(name) && !also?.has(decode(name))) return pair
    return `${name}=${mark(decode(value), 'ours')}`
  }

  return {
    headers: (headers, origin, also) =>
      headers.map(([name, value]) => {
        const secret =
          also?.has(name.toLowerCase()) || (credentialHeader.test(name) && !harmlessHeader.test(name))
        return [name, secret ? headerValue(name, value, origin) : hunt.replace(value)] as const
      }),

    url(url, also) {
      const [address, query] = split(url, '?')
      const anonymous = address.replace(
        /^(\w+:\/\/)([^/@]+)@/,
        (_, scheme: string, user: string) => `${scheme}${mark(user, 'ours')}@`,
      )
      if (query === undefined) return hunt.replace(anonymous)
      return hunt.replace(
        `${anonymous}?${query
          .split('&')
          .map((pair) => queryPair(pair, also))
          .join('&')}`,
      )
    },

    text: maskText,

    bytes(bytes, origin, about) {
      // One character a byte: whatever is not masked comes back as it was, valid text or not.
      const text = bytes.toString('latin1')
      // A whole body may be a bare configuration that does not say so; for every frame of a stream this would cost too much.
      const masked = maskText(text, origin, text.includes('"authentication"') ? 'push' : about)
      return masked === text ? bytes : Buffer.from(masked, 'latin1')
    },

    learn(value) {
      if (value !== '') mark(value, 'ours')
    },
    reveal(id) {
      for (const known of [ours, theirs]) for (const [value, each] of known) if (each === id) return value
      return undefined
    },
    forgetAll() {
      ours.clear()
      theirs.clear()
      hunt.clear()
    },
  }
}

function spellingsOf(value: string): ReadonlySet<string> {
  return new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
    Buffer.from(value, 'utf8').toString('latin1'),
  ])
}

function split(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at)
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(`"${quoted}"`))
  } catch {
    return quoted
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
