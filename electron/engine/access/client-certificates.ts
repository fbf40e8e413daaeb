// The client certificate for one agent with its private key, stored as one secret. The key is never read back.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { z } from 'zod'
import {
  type ClientCertificate,
  type ClientCertificateView,
  clientCertificateSchema,
} from '#shared/contract/access.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import { shorten } from '#shared/shorten.ts'
import { certificatesIn } from '../network-profile.ts'
import type { ConnectionProfile } from '../wire/wire.ts'
import type { SecretStore } from './secret-store.ts'

const keptSchema = clientCertificateSchema.omit({ passphrase: true })
type KeptCertificate = z.infer<typeof keptSchema>

export type ClientCertificates = ReturnType<typeof createClientCertificates>

export function createClientCertificates(secrets: SecretStore) {
  const storedJson = createStoredJson(secrets, 'client-certificate', keptSchema)
  return {
    isSet: storedJson.isSet,
    /** Loads the certificate, if there is one, as connections open without waiting for it. */
    async open(agentId: string): Promise<void> {
      await storedJson.get(agentId)
    },
    /** The loaded certificate for a connection, and the origins that may get it. */
    shown(agentId: string, origins: readonly string[]): Pick<ConnectionProfile, 'clientCertificate'> {
      const open = storedJson.opened(agentId)
      return open === undefined ? {} : { clientCertificate: { ...open, origins } }
    },
    async view(agentId: string): Promise<ClientCertificateView> {
      if (!storedJson.isSet(agentId)) return { state: 'not-set' }
      const open = await storedJson.get(agentId)
      if (open === undefined) return { state: 'lost' }
      const { subject, issuer, validToDate } = new X509Certificate(open.certificatePem)
      const words = (name: string) => shorten(name.split('\n').join(', '))
      return {
        state: 'set',
        where: storedJson.where,
        subject: words(subject),
        issuer: words(issuer),
        validUntil: validToDate.getTime(),
      }
    },
    set: async (agentId: string, certificate: ClientCertificate): Promise<void> =>
      storedJson.set(agentId, checked(certificate)),
    forget: storedJson.forget,
  }
}

/** The stored form: certificates alone, and a key without passphrase. */
function checked({ certificatePem, keyPem, passphrase }: ClientCertificate): KeptCertificate {
  const certificates = certificatesIn(certificatePem)
  const [own = ''] = certificates
  const key = privateKey(keyPem, passphrase)
  if (!new X509Certificate(own).checkPrivateKey(key)) {
    throw new Fault('bad-input', 'The private key does not belong to the certificate.')
  }
  return {
    certificatePem: certificates.join('\n'),
    keyPem: String(key.export({ type: 'pkcs8', format: 'pem' })),
  }
}

function privateKey(keyPem: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: keyPem, ...defined({ passphrase }) })
  } catch {
    // OpenSSL's message would not help a user.
    throw new Fault(
      'bad-input',
      passphrase === undefined
        ? 'This private key cannot be read. It has to be PEM, and may need its passphrase.'
        : 'This private key cannot be read. It has to be PEM, and the passphrase has to fit.',
    )
  }
}

// A JSON value per agent, stored as one secret: loaded once, and dropped if it can't be opened or parsed.

export interface StoredJson<Stored> {
  readonly where: SecretStore['where']
  /** Whether there is one, without opening it. */
  isSet(agentId: string): boolean
  get(agentId: string): Promise<Stored | undefined>
  /** The value loaded or set since the start. */
  opened(agentId: string): Stored | undefined
  set(agentId: string, stored: Stored): Promise<void>
  forget(agentId: string): Promise<void>
}

export function createStoredJson<Stored>(
  secrets: SecretStore,
  name: string,
  schema: z.ZodType<Stored>,
): StoredJson<Stored> {
  const opened = new Map<string, Stored>()
  const keyOf = (agentId: string) => `${agentId} ${name}`
  return {
    where: secrets.where,
    isSet: (agentId) => secrets.has(keyOf(agentId)),
    async get(agentId) {
      const existing = opened.get(agentId)
      if (existing !== undefined || !secrets.has(keyOf(agentId))) return existing
      const data = schema.safeParse(jsonIn((await secrets.get(keyOf(agentId))) ?? '')).data
      if (data !== undefined) opened.set(agentId, data)
      return data
    },
    opened: (agentId) => opened.get(agentId),
    async set(agentId, stored) {
      opened.set(agentId, stored)
      await secrets.set(keyOf(agentId), JSON.stringify(stored))
    },
    async forget(agentId) {
      opened.delete(agentId)
      await secrets.forget([keyOf(agentId)])
    },
  }
}
