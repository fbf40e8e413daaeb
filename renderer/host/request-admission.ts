// Requests a ticket from `parley serve`, valid for one socket (shared/contract/admission.ts).

import { isMembers } from '#shared/a2a/json-kinds.ts'
import { admissionPath, challengePath, provenText } from '#shared/contract/admission.ts'
import type { AdmissionRequest } from '#shared/contract/admission-schemas.ts'
import { defined } from '#shared/defined.ts'

// The key pair that identifies this browser to `parley serve` (shared/contract/admission.ts). The browser stores it for this
// origin and port; scripts cannot read the private key. Where Web Crypto is unavailable (plain HTTP from another machine), a
// secret takes its place.

type Proof = AdmissionRequest['proof']

interface BrowserKey {
  prove(origin: string, challenge: string): Promise<Proof>
  /** Stores the key, once the server has accepted it. */
  keep(): Promise<void>
}

interface BrowserKeys {
  load(): Promise<BrowserKey | undefined>
  /** Makes a new key. A stored one may belong to another server that used this port before. */
  make(): Promise<BrowserKey>
}

async function openBrowserKeys(): Promise<BrowserKeys> {
  // `crypto.subtle` is undefined in insecure contexts, despite its type.
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return secrets
  try {
    return await openKeys()
  } catch {
    // Private windows of some browsers cannot store keys.
    return secrets
  }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

function newPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
}

async function prove(
  { publicKey, privateKey }: CryptoKeyPair,
  origin: string,
  challenge: string,
): Promise<Proof> {
  const text = new TextEncoder().encode(provenText(origin, challenge))
  const [jwk, signature] = await Promise.all([
    crypto.subtle.exportKey('jwk', publicKey),
    crypto.subtle.sign(algorithm, privateKey, text),
  ])
  return {
    kind: 'key',
    publicKey: { kty: 'EC', crv: algorithm.namedCurve, x: jwk.x ?? '', y: jwk.y ?? '' },
    challenge,
    signature: base64url(new Uint8Array(signature)),
  }
}

const databaseName = 'parley'
const storeName = 'keys'
const keyName = 'browser'

async function openKeys(): Promise<BrowserKeys> {
  const database = await openDatabase().catch(async () => {
    // Another server that used this port before may have stored other data.
    await settled(indexedDB.deleteDatabase(databaseName))
    return openDatabase()
  })
  const store = (mode: IDBTransactionMode) => database.transaction(storeName, mode).objectStore(storeName)
  const keyOf = (pair: CryptoKeyPair): BrowserKey => ({
    prove: (origin, challenge) => prove(pair, origin, challenge),
    async keep() {
      await settled(store('readwrite').put(pair, keyName))
    },
  })
  return {
    async load() {
      const stored: unknown = await settled(store('readonly').get(keyName))
      return isPair(stored) ? keyOf(stored) : undefined
    },
    async make() {
      return keyOf(await newPair())
    },
  }
}

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const database = await settled(opening)
  // Do not block another tab, or another version, that upgrades the database.
  database.onversionchange = () => database.close()
  if (database.objectStoreNames.contains(storeName)) return database
  database.close()
  throw new Error('The browser keeps something else here.')
}

function isPair(stored: unknown): stored is CryptoKeyPair {
  const { publicKey, privateKey } = (stored ?? {}) as Partial<CryptoKeyPair>
  return isKey(publicKey, 'verify') && publicKey.extractable && isKey(privateKey, 'sign')
}

function isKey(key: CryptoKey | undefined, usage: KeyUsage): key is CryptoKey {
  if (!(key instanceof CryptoKey) || !key.usages.includes(usage)) return false
  return 'namedCurve' in key.algorithm && key.algorithm.namedCurve === algorithm.namedCurve
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(request.error ?? new Error('The browser keeps no keys.'))
    request.onsuccess = () => resolve(request.result)
    request.onerror = fail
    if (request instanceof IDBOpenDBRequest) request.onblocked = fail
  })
}

const secretName = 'parley-browser'

const secrets: BrowserKeys = {
  async load() {
    const secret = localStorage.getItem(secretName)
    return secret === null ? undefined : keyOfSecret(secret)
  },
  async make() {
    return keyOfSecret(newSecret())
  },
}

/** The secret is sent over the network, so each use replaces it. */
function keyOfSecret(secret: string): BrowserKey {
  const next = newSecret()
  return {
    prove: async () => ({ kind: 'secret', secret, next }),
    async keep() {
      localStorage.setItem(secretName, next)
    },
  }
}

function newSecret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

export class NotAdmitted extends Error {}

export async function requestAdmission(page: Location): Promise<string> {
  const keys = await openBrowserKeys()
  const token = new URLSearchParams(page.search).get('token') ?? undefined
  const ticket =
    (await requestWithStoredKey(keys, page.origin)) ??
    (token && (await requestWithToken(keys, page.origin, token)))
  if (!ticket) throw new NotAdmitted()
  // A token is valid for one browser: remove it from the address, which the user may share.
  if (token !== undefined) history.replaceState(null, '', page.pathname)
  return ticket
}

async function requestWithStoredKey(keys: BrowserKeys, origin: string): Promise<string | undefined> {
  const browserKey = await keys.load()
  return browserKey && requestAndStore(browserKey, origin)
}

async function requestWithToken(
  keys: BrowserKeys,
  origin: string,
  token: string,
): Promise<string | undefined> {
  return requestAndStore(await keys.make(), origin, token)
}

async function requestAndStore(key: BrowserKey, origin: string, token?: string): Promise<string | undefined> {
  const ticket = await requestWithKey(key, origin, token)
  // A browser that cannot store the key is admitted this time only.
  if (ticket !== undefined) await key.keep().catch(() => undefined)
  return ticket
}

/** Undefined where the server has not registered the key and no token registers it. */
async function requestWithKey(key: BrowserKey, origin: string, token?: string): Promise<string | undefined> {
  const challenge = await textIn(await post(challengePath), 'challenge')
  const proof = await key.prove(origin, challenge)
  const answer = await post(admissionPath, { proof, ...defined({ token }) })
  if (answer.status === 401) return undefined
  return textIn(answer, 'ticket')
}

function post(path: string, body?: AdmissionRequest): Promise<Response> {
  return fetch(path, { method: 'POST', credentials: 'omit', ...(body && { body: JSON.stringify(body) }) })
}

async function textIn(answer: Response, name: string): Promise<string> {
  const body: unknown = await answer.json()
  const text = isMembers(body) ? body[name] : undefined
  if (typeof text !== 'string') throw new Error(`Parley’s answer has no ${name}.`)
  return text
}
