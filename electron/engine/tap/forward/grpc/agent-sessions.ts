// HTTP/2 connections of a tap to the agent, one for each connection of a caller, so that no caller waits for streams of
// another. Opened like Parley's own calls; one that leads to a tap of this Parley is refused.

import { type ClientHttp2Session, connect } from 'node:http2'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { ConnectionFacts } from '#shared/record/entry.ts'
import { systemClock } from '../../../platform/clock.ts'
import { guarded, ignoreErrors } from '../../../platform/guarded.ts'
import { connectionFacts, createConnecting } from '../../../wire/connect.ts'
import type { ConnectionProfile } from '../../../wire/profile.ts'
import { openTunnel } from '../../../wire/tunnel.ts'
import { LeadsBack } from '../agent-side.ts'

export interface AgentSession {
  readonly session: ClientHttp2Session
  /** Of the call that begins now. */
  facts(): ConnectionFacts
}

export type AgentSessions = ReturnType<typeof createAgentSessions>

export class NoHttp2 extends Error {
  override readonly name = 'NoHttp2'
}

type IsOwn = (address: string | undefined, port: number | undefined) => boolean

export function createAgentSessions(profile: ConnectionProfile, isOwn: IsOwn) {
  const connecting = createConnecting({ ...profile, http2: true }, systemClock)
  const all = new Map<object, Map<string, Promise<AgentSession>>>()
  const open = (origin: string, onOver: () => void) =>
    new Promise<AgentSession>((resolve, reject) => {
      const begin = (socket: Socket) => {
        if (isOwn(socket.remoteAddress, socket.remotePort)) throw new LeadsBack()
        if (socket instanceof TLSSocket && socket.alpnProtocol === 'http/1.1') throw new NoHttp2()
        resolve(openSession(origin, socket, profile, onOver))
      }
      connecting.connect(new URL(origin), (error, socket) => {
        const giveUp = (reason: unknown) => {
          socket?.destroy()
          reject(reason)
        }
        if (error || !socket) return giveUp(error ?? new Error('no socket'))
        const go = (refused?: Error) => {
          try {
            if (refused) giveUp(refused)
            else begin(socket)
          } catch (thrown) {
            giveUp(thrown)
          }
        }
        const { proxyUrl } = profile
        if (proxyUrl === undefined || !origin.startsWith('http:')) return go()
        openTunnel(socket, new URL(proxyUrl), origin.replace('http://', ''), go)
      })
    })
  const leave = (caller: object) => {
    const sessions = all.get(caller)
    all.delete(caller)
    for (const opening of sessions?.values() ?? [])
      opening.then(
        ({ session }) => session.destroy(),
        () => undefined,
      )
  }
  return {
    /** The session to this origin for one connection of a caller. */
    to(origin: string, caller: object): Promise<AgentSession> {
      const sessions = all.get(caller) ?? new Map<string, Promise<AgentSession>>()
      all.set(caller, sessions)
      const session = sessions.get(origin)
      if (session) return session
      const forget = () => void (sessions.get(origin) === opening && sessions.delete(origin))
      const opening = open(origin, () => forget())
      sessions.set(origin, opening)
      opening.catch(forget)
      return opening
    },
    leave,
    close(): void {
      for (const caller of [...all.keys()]) leave(caller)
    },
  }
}

/** Waiting streams are bounded by the limits of the caller's connection. */
function openSession(
  origin: string,
  socket: Socket,
  { maxHeaderBytes }: ConnectionProfile,
  onOver: () => void,
): AgentSession {
  const session = connect(origin, {
    createConnection: () => socket,
    settings: { enablePush: false, maxHeaderListSize: maxHeaderBytes },
  })
  let calls = 0
  session.on('goaway', guarded('tap agent goes away', onOver))
  session.on('close', guarded('tap agent session end', onOver))
  // Each stream reports it, too.
  ignoreErrors(session, 'tap agent session error')
  const described = connectionFacts(socket, undefined)
  return {
    session,
    facts() {
      calls += 1
      return { ...described, reused: calls > 1, httpVersion: '2' }
    },
  }
}
