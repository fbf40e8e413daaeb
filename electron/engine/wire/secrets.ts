// Keeps secrets out of the record. Values are secrets by their position (credential headers, query keys, cookies, token
// fields of push configurations). Those that we send are also searched in everything that agents send. The values are
// in this memory only, until they are deleted.

import { randomBytes } from 'node:crypto'
import { parsedJson } from '#shared/json/parse-json.ts'
import { secretMark, wholeSecretMark } from '#shared/record/credential-names.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { marksIn, maskAddress, maskAddresses, maskAddressField, openAddress } from './address-secrets.ts'
import { SecretMatcher } from './secret-matcher.ts'
import { createSplitSecrets, type SplitSecrets } from './split-secrets.ts'

/**
 * `ours` are few and searched everywhere. `theirs` may be endless and any word, so only the latest are stored, and none
 * is searched. `called` are those in addresses that an agent named and we may call.
 */
type Origin = 'ours' | 'called' | 'theirs'

/** The subject, if it has fields for secrets. */
export type About = 'push' | 'sign-in'

const credentialHeader =
  /^(authorization|proxy-authorization|authentication|cookie|set-cookie|x-a2a-notification-token)$|(api[-_]?key|access[-_]?key|token|secret|password|credential|session[-_]?id|signature)/i
const harmlessHeader = /^(x-amzn-bedrock-agentcore-runtime-session-id|mcp-session-id)$/i
/** Secrets in agents' headers, the latest of which can be revealed; the others stay masked. */
const maxSecretsOfHeaders = 1_000
/** Secrets in addresses from agents, the latest of which can be used in calls; the others stay masked. */
const maxSecretsOfAddresses = 10_000
const boundOfOthers = { called: maxSecretsOfAddresses, theirs: maxSecretsOfHeaders } as const
/** The secret fields of push configurations, in every version. */
const pushField = /("(?:token|credentials)"\s*:\s*)"((?:[^"\\]|\\.)*)"/g

export class Secrets {
  readonly #ours = new Map<string, string>()
  readonly #others = { called: new Map<string, string>(), theirs: new Map<string, string>() } as const
  readonly #matcher = new SecretMatcher()
  /** Values by their id of an earlier start, where they have another id now. */
  readonly #recalled = new Map<string, string>()
  /** The origins of each secret, by id. */
  readonly #boundTo = new Map<string, Set<string>>()

  /** `also` has further headers, in lower case, that carry credentials. */
  headers(headers: RawHeaders, origin: Origin, also?: ReadonlySet<string>): RawHeaders {
    return headers.map(([name, value]) => {
      const safe = isCredentialHeader(name, also)
        ? this.#headerValue(name, value, origin)
        : this.#matcher.replace(maskAddressField(name, value, this.#markIn(origin)))
      return [this.#matcher.replace(name), safe] as const
    })
  }

  /** `also` has further query keys that carry credentials. */
  url(url: string, whose: Origin, also?: ReadonlySet<string>): string {
    return this.#matcher.replace(maskAddress(url, this.#markIn(whose), also))
  }

  /** An address typed by the user; `origin` applies if it has none. */
  address(url: string, origin: string | undefined): string {
    return this.#matcher.replace(
      maskAddress(url, (value) => {
        this.#mark(value, 'ours')
        return this.#markIn('ours')(value, origin)
      }),
    )
  }

  /** For text or bytes that were cut off: the beginning of a secret at the end is masked, too. */
  cutText(text: string): string {
    return this.#matcher.replaceCut(text)
  }

  /** Masks secrets of addresses in a text; `base` is the base of relative ones. */
  addresses(text: string, whose: Origin, base?: string): string {
    return maskAddresses(text, this.#markIn(whose), base)
  }

  /** The address to call: marks of secrets that belong to its origin are replaced by values. */
  opened(url: string): string {
    return openAddress(url, (id, origin) => this.revealFor(id, origin))
  }

  /** `about` names the subject, as the text alone may not show it. */
  text(text: string, origin: Origin, about?: About): string {
    if (about === 'sign-in')
      return maskSignIn(this.#matcher.replace(text), (value) => this.#mark(value, origin))
    if (about === undefined && !text.includes('ushNotification')) return this.#matcher.replace(text)
    const structural = text.replace(pushField, (whole, before: string, quoted: string) =>
      quoted === '' ? whole : `${before}"${this.#mark(unquote(quoted), origin)}"`,
    )
    return this.#matcher.replace(structural)
  }

  bytes(bytes: Buffer, origin: Origin, about?: About): Buffer {
    // One character per byte: unmasked bytes are returned unchanged, valid text or not.
    const text = bytes.toString('latin1')
    // A whole body may be a bare push configuration; checking every frame of a stream would cost too much.
    const subject = about === undefined && text.includes('"authentication"') ? 'push' : about
    const masked = this.text(text, origin, subject)
    return masked === text ? bytes : Buffer.from(masked, 'latin1')
  }

  learn(value: string) {
    if (value !== '') this.#mark(value, 'ours')
  }

  /** The value of a mark of ours, and its origins. */
  secretOf(id: string): readonly [value: string, ...origins: string[]] | undefined {
    const value = this.reveal(id)
    return value === undefined ? undefined : [value, ...(this.#boundTo.get(id) ?? [])]
  }

  /** A secret of an earlier start, under the id of its marks. */
  recall(id: string, value: string, origin: string, whose: Exclude<Origin, 'theirs'>) {
    if (this.#ours.has(value)) this.#recalled.set(id, value)
    else if (whose === 'ours') this.#keepOurs(id, value)
    else this.#keepOthers(id, value, whose)
    this.#bind(id, origin)
  }

  /** Values of a request that are now marks were sent to this origin. */
  sent(origin: string | undefined, masked: string, original: string) {
    const before = new Set(marksIn(original))
    for (const id of marksIn(masked)) if (!before.has(id)) this.#bind(id, origin)
  }

  /** For the events of one stream. Undefined without secrets. */
  split(): SplitSecrets | undefined {
    return this.#matcher.isEmpty ? undefined : createSplitSecrets(() => this.#ours, secretMark)
  }

  reveal(id: string): string | undefined {
    for (const secrets of [this.#ours, this.#others.called, this.#others.theirs])
      for (const [value, each] of secrets) if (each === id) return value
    return this.#recalled.get(id)
  }

  /** The same for a request to an origin: only values that were sent there or belong to its address. */
  revealFor(id: string, origin: string | undefined): string | undefined {
    return origin !== undefined && this.#boundTo.get(id)?.has(origin) ? this.reveal(id) : undefined
  }

  forgetAll() {
    for (const each of [this.#ours, ...Object.values(this.#others), this.#boundTo, this.#recalled])
      each.clear()
    this.#matcher.clear()
  }

  #bind(id: string, origin: string | undefined) {
    if (origin === undefined) return
    const origins = this.#boundTo.get(id) ?? new Set()
    this.#boundTo.set(id, origins.add(origin))
  }

  #mark(value: string, origin: Origin): string {
    if (wholeSecretMark.test(value)) return value
    const { called, theirs } = this.#others
    const current = this.#ours.get(value) ?? called.get(value) ?? theirs.get(value)
    const id = current ?? randomBytes(4).toString('hex')
    if (this.#ours.has(value)) return secretMark(id)
    if (origin === 'ours') this.#keepOurs(id, value)
    else if (current === undefined || origin === 'called') this.#keepOthers(id, value, origin)
    return secretMark(id)
  }

  #keepOthers(id: string, value: string, origin: 'called' | 'theirs') {
    const ofOrigin = this.#others[origin]
    ofOrigin.set(value, id)
    const [oldest] = ofOrigin
    if (ofOrigin.size <= boundOfOthers[origin] || oldest === undefined) return
    ofOrigin.delete(oldest[0])
    this.#boundTo.delete(oldest[1])
  }

  #keepOurs(id: string, value: string) {
    this.#ours.set(value, id)
    // An encoded form has a separate mark, so that a request can be resent with it.
    this.#matcher.add(value, (spelled) =>
      spelled === value ? secretMark(id) : this.#mark(spelled, 'theirs'),
    )
  }

  #markIn(whose: Origin) {
    return (value: string, origin: string | undefined) => {
      // A value named by an agent stays `called` when it is used.
      const marked = this.#mark(value, whose === 'ours' && this.#others.called.has(value) ? 'called' : whose)
      if (whose !== 'theirs') for (const id of marksIn(marked)) this.#bind(id, origin)
      return marked
    }
  }

  #headerValue(name: string, value: string, origin: Origin): string {
    const keepKey = (_: string, key: string, secret: string) => key + this.#mark(secret, origin)
    if (value === '') return value
    if (/^set-cookie$/i.test(name)) return value.replace(/^([^=;]+=)([^;]+)/, keepKey)
    if (/^cookie$/i.test(name)) return value.replace(/([^=;\s]+=)([^;]+)/g, keepKey)
    const [, scheme, credential] = /^(\S+) +(.+)$/.exec(value) ?? []
    if (scheme === undefined || credential === undefined) return this.#mark(value, origin)
    if (/^basic$/i.test(scheme)) {
      const password = /:(.+)$/s.exec(Buffer.from(credential, 'base64').toString('utf8'))?.[1]
      if (password !== undefined) this.#mark(password, origin)
    }
    return `${scheme} ${this.#mark(credential, origin)}`
  }
}

export function isCredentialHeader(name: string, also: ReadonlySet<string> | undefined): boolean {
  return also?.has(name.toLowerCase()) || (credentialHeader.test(name) && !harmlessHeader.test(name))
}

function unquote(quoted: string): string {
  return String(parsedJson(`"${quoted}"`) ?? quoted)
}

const names =
  'access_token|refresh_token|id_token|token|code|device_code|user_code|verification_uri_complete|code_verifier|client_secret|client_assertion|assertion|password|registration_access_token|subject_token|actor_token|id_token_hint|state|nonce'
const isSecret = new RegExp(`^(?:${names})$`, 'i')
const inJson = new RegExp(`("(?:${names})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gi')
const inForm = new RegExp(`((?:^|[?&])(?:${names})=)([^&#\\s"]*)`, 'gi')

/** Secrets of OAuth are new when they arrive, so they are found by their fields, however these are spelled. */
function maskSignIn(text: string, mark: (value: string) => string): string {
  const matcher = new SecretMatcher()
  for (const value of secretsIn(text)) matcher.add(value, mark)
  // Values that are too short to search, and text that was cut and is no JSON.
  const stands = (whole: string, before: string, value: string) =>
    value === '' || wholeSecretMark.test(value) ? whole : before + mark(value)
  return matcher.replace(text).replace(inJson, stands).replace(inForm, stands)
}

function secretsIn(text: string): readonly string[] {
  const matches: string[] = []
  try {
    JSON.parse(text, (key, value: unknown) => {
      if (isSecret.test(key) && typeof value === 'string') matches.push(value)
      return value
    })
  } catch {
    if (/^[^\s{[]+=/.test(text)) {
      for (const [key, value] of new URLSearchParams(text)) if (isSecret.test(key)) matches.push(value)
    }
  }
  return matches
}
