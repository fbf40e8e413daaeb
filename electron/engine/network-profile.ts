import { X509Certificate } from 'node:crypto'
import type { NetworkSettings } from '#shared/contract/connection-settings.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import type { ConnectionProfile } from './wire/wire.ts'

/** The user's connection settings for an agent, as a profile of the wire. */
export function networkProfile(network: NetworkSettings = {}): Partial<ConnectionProfile> {
  const { acceptInvalidCertificate, caPem, proxyUrl, onlyHttp1, traceparent } = network
  const { connectSeconds, answerSeconds, silenceSeconds } = network
  return {
    ...defined({ acceptInvalidCertificate, caPem, proxyUrl }),
    ...(onlyHttp1 && { http2: false }),
    ...defined({ traceparent }),
    ...(connectSeconds !== undefined && { connectTimeoutMs: connectSeconds * 1000 }),
    ...(answerSeconds !== undefined && { firstByteTimeoutMs: answerSeconds * 1000 }),
    ...(silenceSeconds !== undefined && { streamIdleTimeoutMs: silenceSeconds * 1000 }),
  }
}

/** At least one, all valid: TLS ignores invalid ones silently. */
export function certificatesIn(pem: string): readonly string[] {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    if (certificates.length > 0 && certificates.every((each) => new X509Certificate(each)))
      return certificates
  } catch {
    // Reported below.
  }
  throw new Fault(
    'bad-input',
    'This isn’t a certificate. Paste it as PEM: it begins with -----BEGIN CERTIFICATE-----.',
  )
}
