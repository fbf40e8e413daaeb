// What grpc-js tells about the connection under a call.

import { type Client, connectivityState } from '@grpc/grpc-js'
import { defined } from '#shared/defined.ts'
import type { ConnectionFacts } from '#shared/record/entry.ts'
import type { ConnectionProfile } from '../profile.ts'

export function connectivityReady(client: Client): boolean {
  return client.getChannel().getConnectivityState(false) === connectivityState.READY
}

interface Peered {
  getPeer(): string
  getAuthContext(): {
    readonly transportSecurityType?: string
    readonly sslPeerCertificate?: PeerCertificate
  } | null
}

interface PeerCertificate {
  readonly subject?: { readonly CN?: string | string[] }
  readonly issuer?: { readonly CN?: string | string[] }
  readonly valid_to?: string
  readonly fingerprint256?: string
}

export function describePeer(call: Peered, profile: ConnectionProfile): ConnectionFacts {
  const [, address, port] = /^(?:ipv[46]:)?\[?(.+?)\]?:(\d+)$/.exec(call.getPeer()) ?? []
  const auth = call.getAuthContext()
  const certificate = auth?.sslPeerCertificate
  return {
    ...defined({ remoteAddress: address }),
    ...(port === undefined ? {} : { remotePort: Number(port) }),
    // grpc-js keeps it to itself.
    reused: false,
    httpVersion: '2',
    ...(auth?.transportSecurityType === undefined
      ? {}
      : {
          tls: {
            protocol: 'TLS',
            ...(certificate?.fingerprint256 === undefined
              ? {}
              : {
                  certificate: {
                    subject: `CN=${String(certificate.subject?.CN)}`,
                    issuer: `CN=${String(certificate.issuer?.CN)}`,
                    validTo: certificate.valid_to ?? '',
                    fingerprint256: certificate.fingerprint256,
                  },
                }),
            // It does not tell whether the certificate would have been valid: the mark says that nobody asked.
            ...(profile.acceptInvalidCertificate ? { accepted: 'invalid' as const } : {}),
          },
        }),
  }
}
