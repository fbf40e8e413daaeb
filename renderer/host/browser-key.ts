// The key by which serve knows this browser (shared/contract/admission.ts). The browser keeps it for this origin, the port included, and
// hands its private half to no script. Where the page may not use keys, over plain HTTP from another machine, a secret takes its place.

import type { AdmissionRequest } from '#shared/contract/admission.ts'
import { provenText, publicKeySchema } from '#shared/contract/admission.ts'

type Proof = AdmissionRequest['proof']

export interface BrowserKey {
  prove(origin: string, challenge: string): Promise<Proof>
}

/** The kept one; else, where `make` says so, a new one that is kept from now on. */
export async function openBrowserKey(make: boolean): Promise<BrowserKey | undefined> {
  // Outside of secure origins there is none, whatever its type says.
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return openSecret(make)
  try {
    const keys = await openKeys()
    const pair = (await keys.read()) ?? (make ? await keys.add(await newPair()) : undefined)
    return pair && { prove: (origin, challenge) => prove(pair, origin, challenge) }
  } catch {
    // Private windows of some browsers keep no keys.
    return openSecret(make)
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

async function openKeys() {
  const opening = indexedDB.open('parley', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const database = await settled(opening)
  const store = (mode: IDBTransactionMode) => database.transaction(storeName, mode).objectStore(storeName)
  return {
    read: (): Promise<CryptoKeyPair | undefined> => settled(store('readonly').get(keyName)),
    async add(pair: CryptoKeyPair): Promise<CryptoKeyPair> {
      await settled(store('readwrite').put(pair, keyName))
      return pair
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

function openSecret(make: boolean): BrowserKey | undefined {
  const kept = localStorage.getItem(secretName)
  if (kept === null && !make) return undefined
  const secret = kept ?? base64url(crypto.getRandomValues(new Uint8Array(32)))
  localStorage.setItem(secretName, secret)
  return { prove: async () => ({ kind: 'secret', secret }) }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
