// gRPC channels by target and profile: opened when first needed, shared by later calls, closed with the wire. grpc-js resolves
// names and opens sockets by itself and tells nobody when, so there are no timings of them; its proxy is told by options.

import { rootCertificates } from 'node:tls'
import { Client, credentials } from '@grpc/grpc-js'
import { type ConnectionProfile, certificateFor } from '../profile.ts'
import type { GrpcTarget } from './target.ts'

export type Channels = ReturnType<typeof createChannels>

export function createChannels() {
  const open = new Map<string, Client>()
  return {
    to(target: GrpcTarget, profile: ConnectionProfile): Client {
      const key = JSON.stringify([target, profile])
      const known = open.get(key)
      if (known !== undefined) return known
      const { address, ...through } = placeOf(target, profile)
      const client = new Client(address, credentialsOf(target, profile), {
        ...through,
        'grpc.max_receive_message_length': profile.maxFrameBytes,
        // What the record shows is what was sent: no silent second try.
        'grpc.enable_retries': 0,
        'grpc.enable_http_proxy': 0,
        'grpc.use_local_subchannel_pool': 1,
        'grpc.service_config_disable_resolution': 1,
      })
      open.set(key, client)
      return client
    },
    close() {
      for (const client of open.values()) client.close()
      open.clear()
    },
  }
}

/**
 * The channel leads to the proxy, which is asked for a tunnel to the agent, plain or secured. With its scheme said, a host that is
 * named like one of gRPC's own (`unix:443`) is looked up as any other, and opens no socket of this machine.
 */
function placeOf({ authority }: GrpcTarget, { proxyUrl }: ConnectionProfile) {
  if (proxyUrl === undefined) return { address: `dns:${authority}` }
  const proxy = new URL(proxyUrl)
  const { hostname, username, password } = proxy
  return {
    address: `dns:${hostname}:${proxy.port || '80'}`,
    'grpc.http_connect_target': `dns:${authority}`,
    'grpc.default_authority': authority,
    ...(username !== '' && {
      'grpc.http_connect_creds': `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
    }),
  }
}

function credentialsOf(target: GrpcTarget, profile: ConnectionProfile) {
  if (!target.secure) return credentials.createInsecure()
  const { caPem } = profile
  const shown = certificateFor(profile, `https://${target.authority}`)
  const roots = caPem === undefined ? null : Buffer.from([...rootCertificates, caPem].join('\n'))
  return credentials.createSsl(
    roots,
    shown === undefined ? null : Buffer.from(shown.keyPem),
    shown === undefined ? null : Buffer.from(shown.certificatePem),
    { rejectUnauthorized: !profile.acceptInvalidCertificate },
  )
}
