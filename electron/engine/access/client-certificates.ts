// The certificate that a user shows to one agent, with its private key: one secret, kept where secrets are kept. The key goes
// in and never comes out.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { ClientCertificate, ClientCertificateView } from '#shared/contract/access.ts'
import { Fault } from '#shared/contract/fault.ts'
import { shorten } from '#shared/shorten.ts'
import { certificatesIn } from '../network-profile.ts'
import type { ConnectionProfile } from '../wire/wire.ts'
import type { SecretStore } from './secret-store.ts'

const keptSchema = z.object({ certificatePem: z.string(), keyPem: z.string() })
type KeptCertificate = z.infer<typeof keptSchema>

export interface ClientCertificates {
  isSet(agentId: string): boolean
  view(agentId: string): Promise<ClientCertificateView>
  set(agentId: string, certificate: ClientCertificate): Promise<void>
  forget(agentId: string): Promise<void>
  /** Takes it out of where it is kept, if there is one: connections are made without waiting for it. */
  open(agentId: string): Promise<void>
  /** What is open, for a connection, and whom it may be shown to. */
  shown(agentId: string, origins: readonly string[]): Pick<ConnectionProfile, 'clientCertificate'>
}

export function createClientCertificates(secrets: SecretStore): ClientCertificates {
  const opened = new Map<string, KeptCertificate>()
  const keyOf = (agentId: string) => `${agentId} client-certificate`

  async function read(agentId: string): Promise<KeptCertificate | undefined> {
    const known = opened.get(agentId)
    if (known !== undefined || !secrets.has(keyOf(agentId))) return known
    const text = await secrets.get(keyOf(agentId))
    const kept = text === undefined ? undefined : keptSchema.safeParse(jsonOf(text)).data
    if (kept !== undefined) opened.set(agentId, kept)
    return kept
  }

  return {
    isSet: (agentId) => secrets.has(keyOf(agentId)),
    async open(agentId) {
      await read(agentId)
    },
    shown(agentId, origins) {
      const kept = opened.get(agentId)
      return kept === undefined ? {} : { clientCertificate: { ...kept, origins } }
    },
    async view(agentId) {
      if (!secrets.has(keyOf(agentId))) return { state: 'not-set' }
      const kept = await read(agentId)
      if (kept === undefined) return { state: 'lost' }
      const { subject, issuer, validToDate } = new X509Certificate(kept.certificatePem)
      const words = (name: string) => shorten(name.split('\n').join(', '))
      return {
        state: 'set',
        where: secrets.where,
        subject: words(subject),
        issuer: words(issuer),
        validUntil: validToDate.getTime(),
      }
    },
    async set(agentId, certificate) {
      const kept = checked(certificate)
      await secrets.set(keyOf(agentId), JSON.stringify(kept))
      opened.set(agentId, kept)
    },
    async forget(agentId) {
      opened.delete(agentId)
      await secrets.forget([keyOf(agentId)])
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As it is kept: certificates and nothing else, and a key that wants no passphrase any more. */
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
    return createPrivateKey({ key: keyPem, ...(passphrase !== undefined && { passphrase }) })
  } catch {
    // What OpenSSL says of it is for its makers.
    throw new Fault(
      'bad-input',
      passphrase === undefined
        ? 'This private key cannot be read. It has to be PEM, and may want its passphrase.'
        : 'This private key cannot be read. It has to be PEM, and the passphrase has to fit.',
    )
  }
}
