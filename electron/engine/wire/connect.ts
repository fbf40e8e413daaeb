// Opens sockets, and notes for the record when a name was resolved, when the socket was connected and secured, and its
// peer. undici requests sockets here and reports none of this itself.

import { isIP, connect as netConnect, type OnReadOpts, type Socket } from 'node:net'
import { rootCertificates, TLSSocket, connect as tlsConnect } from 'node:tls'
import { defined } from '#shared/defined.ts'
import { toError } from '#shared/errors.ts'
import type { ConnectionFacts } from '#shared/record/entry.ts'
import { bareHost, portOf } from '#shared/url.ts'
import type { Clock } from '../platform/clock.ts'
import { guarded } from '../platform/guarded.ts'
import { type ConnectionProfile, certificateFor } from './profile.ts'
import { limitTime } from './time-limit.ts'
import { openTunnel } from './tunnel.ts'

export interface SocketFacts {
  readonly startedMs: number
  resolvedMs?: number
  connectedMs?: number
  securedMs?: number
  /** Requests over this socket, and when the last head was written. */
  uses: number
  usedMs?: number
  /** The error of the operating system; undici takes some resets for a regular end. */
  error?: NodeJS.ErrnoException
}

interface Target {
  readonly hostname: string
  readonly protocol: string
  readonly port: string
}

class ConnectTimeout extends Error {
  readonly code = 'PARLEY_CONNECT_TIMEOUT'
}

export type Connecting = ReturnType<typeof createConnecting>

export function createConnecting(profile: ConnectionProfile, clock: Clock) {
  const socketFacts = new WeakMap<object, SocketFacts>()
  const proxy = profile.proxyUrl === undefined ? undefined : new URL(profile.proxyUrl)

  return {
    /** Marks the socket as used by a request. */
    used(socket: object): SocketFacts | undefined {
      const facts = socketFacts.get(socket)
      if (facts === undefined) return undefined
      facts.uses += 1
      facts.usedMs = clock.monoMs()
      return facts
    },

    /** With `onread`, a socket without TLS or proxy passes its bytes there and emits no `data`. */
    connect(
      target: Target,
      callback: (error: Error | null, socket: Socket | null) => void,
      onread?: OnReadOpts,
    ): void {
      const facts: SocketFacts = { startedMs: clock.monoMs(), uses: 0 }
      const open = new Set<Socket>()
      let settled = false
      // In a later turn: closing a socket within its handshake crashes the process.
      const closeAll = guarded('connection given up', () => {
        for (const each of open) each.destroy()
      })
      const settle = (error: Error | null, socket: Socket | null) => {
        if (settled) return
        settled = true
        limit.end()
        if (error !== null) setImmediate(closeAll)
        callback(error, socket)
      }
      const giveUp = (error: unknown) => settle(toError(error), null)
      const late = () =>
        settle(new ConnectTimeout(`no connection within ${profile.connectTimeoutMs} ms`), null)
      const limit = limitTime('connect timeout', clock, profile.connectTimeoutMs, { expire: late, giveUp })
      const failed = (error: NodeJS.ErrnoException) => {
        facts.error = error
        settle(error, null)
      }
      const watch = (socket: Socket) => {
        open.add(socket)
        socketFacts.set(socket, facts)
        socket.on('error', guarded('connection error', failed, giveUp))
        return socket
      }

      const first = proxy ?? target
      const isPlain = target.protocol !== 'https:' && first.protocol !== 'https:'
      const plain = watch(connectPlain(first, isPlain ? onread : undefined))
      const resolved = () => {
        facts.resolvedMs = clock.monoMs()
      }
      const connected = () => {
        facts.connectedMs = clock.monoMs()
        const secured = (through: Socket) => secure(target, through)
        if (proxy === undefined) return target.protocol === 'https:' ? secured(plain) : settle(null, plain)
        const toProxy = proxy.protocol === 'https:' ? watch(tlsToProxy(proxy, plain, profile)) : plain
        if (target.protocol !== 'https:') return settle(null, toProxy)
        openTunnel(toProxy, proxy, `${target.hostname}:${portOf(target)}`, (error) =>
          error === undefined ? secured(toProxy) : settle(error, null),
        )
      }
      plain.once('lookup', guarded('name lookup', resolved, giveUp))
      plain.once('connect', guarded('connection', connected, giveUp))

      const secure = (to: Target, through: Socket) => {
        const host = bareHost(to.hostname)
        const shown = certificateFor(profile, `https://${to.hostname}:${portOf(to)}`)
        const socket = tlsConnect({
          socket: through,
          ...(isIP(host) === 0 ? { servername: host } : { host }),
          ALPNProtocols: profile.http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
          ...trust(profile),
          ...(shown && {
            cert: shown.certificatePem,
            key: shown.keyPem,
            ...defined({ passphrase: shown.passphrase }),
          }),
        })
        watch(socket)
        const ready = () => {
          facts.securedMs = clock.monoMs()
          settle(null, socket)
        }
        socket.once('secureConnect', guarded('TLS handshake', ready, giveUp))
      }
    },
  }
}

export function connectionFacts(
  socket: Socket,
  facts: SocketFacts | undefined,
): Omit<ConnectionFacts, 'httpVersion'> {
  const address = socket.remoteAddress
  const port = socket.remotePort
  return {
    ...defined({ remoteAddress: address, remotePort: port }),
    reused: (facts?.uses ?? 0) > 1,
    ...(socket instanceof TLSSocket ? { tls: tlsFacts(socket) } : {}),
  }
}

function tlsFacts(socket: TLSSocket): NonNullable<ConnectionFacts['tls']> {
  const certificate = socket.getPeerCertificate()
  const cipher = socket.getCipher()?.name
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    ...defined({ cipher }),
    ...(certificate.fingerprint256 === undefined
      ? {}
      : {
          certificate: {
            subject: nameOf(certificate.subject),
            issuer: nameOf(certificate.issuer),
            validTo: certificate.valid_to,
            fingerprint256: certificate.fingerprint256,
          },
        }),
    ...(socket.authorized ? {} : { accepted: 'invalid' as const }),
  }
}

function nameOf(name: object | undefined): string {
  return Object.entries(name ?? {})
    .map(([key, value]) => `${key}=${Array.isArray(value) ? value.join('+') : String(value)}`)
    .join(', ')
}

function trust(profile: ConnectionProfile) {
  return {
    rejectUnauthorized: !profile.acceptInvalidCertificate,
    ...(profile.caPem === undefined ? {} : { ca: [...rootCertificates, profile.caPem] }),
  }
}

function connectPlain(to: Target, onread: OnReadOpts | undefined): Socket {
  const place = { host: bareHost(to.hostname), port: portOf(to) }
  return netConnect({ ...place, noDelay: true, keepAlive: true, ...defined({ onread }) })
}

function tlsToProxy(proxy: URL, through: Socket, profile: ConnectionProfile): Socket {
  const host = bareHost(proxy.hostname)
  return tlsConnect({
    socket: through,
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    ...trust(profile),
  })
}
