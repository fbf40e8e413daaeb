// The key by which serve knows this browser (shared/contract/admission.ts). The browser keeps it for this origin, the port included, and
// hands its private half to no script. Where the page may not use keys, over plain HTTP from another machine, a secret takes its place.

import type { AdmissionRequest } from '#shared/contract/admission.ts'
import { provenText, publicKeySchema } from '#shared/contract/admission.ts'

type Proof = AdmissionRequest['proof']

export interface BrowserKey {
  prove(origin: string, challenge: string): Promise<Proof>
}

export interface BrowserKeys {
  kept(): Promise<BrowserKey | undefined>
  /** A new one, kept from now on. What was kept may come from another server that had this port before. */
  make(): Promise<BrowserKey>
}

export async function openBrowserKeys(): Promise<BrowserKeys> {
  // Outside of secure origins there is none, whatever its type says.
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return secrets
  try {
    return await openKeys()
  } catch {
    // Private windows of some browsers keep no keys.
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
    publicKey: publicKeySchema.parse(jwk),
    challenge,
    signature: base64url(new Uint8Array(signature)),
  }
}

const storeName = 'keys'
const keyName = 'browser'

async function openKeys(): Promise<BrowserKeys> {
  const opening = indexedDB.open('parley', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const database = await settled(opening)
  const store = (mode: IDBTransactionMode) => database.transaction(storeName, mode).objectStore(storeName)
  const keyOf = (pair: CryptoKeyPair): BrowserKey => ({
    prove: (origin, challenge) => prove(pair, origin, challenge),
  })
  return {
    async kept() {
      const pair: CryptoKeyPair | undefined = await settled(store('readonly').get(keyName))
      return pair && keyOf(pair)
    },
    async make() {
      const pair = await newPair()
      await settled(store('readwrite').put(pair, keyName))
      return keyOf(pair)
    },
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no keys.'))
  })
}

const secretName = 'parley-browser'

const secrets: BrowserKeys = {
  async kept() {
    const secret = localStorage.getItem(secretName)
    return secret === null ? undefined : keyOfSecret(secret)
  },
  async make() {
    const secret = base64url(crypto.getRandomValues(new Uint8Array(32)))
    localStorage.setItem(secretName, secret)
    return keyOfSecret(secret)
  },
}

function keyOfSecret(secret: string): BrowserKey {
  return { prove: async () => ({ kind: 'secret', secret }) }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
