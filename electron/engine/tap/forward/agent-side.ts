// Connections of a tap to the agent, opened like Parley's own calls and pooled for a moment for the next request. A
// connection that leads to a tap of this Parley is refused.

import type { OnReadOpts, Socket } from 'node:net'
import { toError } from '#shared/errors.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { type Clock, systemClock, type Timer } from '../../platform/clock.ts'
import { guarded } from '../../platform/guarded.ts'
import { createConnecting } from '../../wire/connect.ts'
import type { ConnectionProfile } from '../../wire/profile.ts'
import { proxyAuthorization } from '../../wire/tunnel.ts'
import { AgentCall, type AgentHandlers, type Line } from './agent-call.ts'

/** A read of up to this size is copied, so that retaining its bytes does not retain the whole buffer. */
const fewBytes = 8 * 1024
const readBytes = 128 * 1024

export type AgentSide = ReturnType<typeof createAgentSide>

export class LeadsBack extends Error {
  override readonly name = 'LeadsBack'
}

/** Of silence between two requests of a tap on one connection to the agent; it is closed, because many agents close theirs as soon. */
const maxIdleConnectionMs = 2_000
// Pooled connections to one origin; others are closed.
const maxIdleConnections = 256

export function createAgentSide(
  profile: ConnectionProfile,
  isOwn: (address: string | undefined, port: number | undefined) => boolean,
  clock: Clock = systemClock,
) {
  const connecting = createConnecting({ ...profile, http2: false }, clock)
  const proxy = profile.proxyUrl === undefined ? undefined : new URL(profile.proxyUrl)
  const idle = new Map<string, PooledConnection[]>()
  const all = new Set<PooledConnection>()

  const keep = (origin: string, line: PooledConnection) => {
    const keptLines = idle.get(origin) ?? []
    idle.set(origin, keptLines)
    if (keptLines.length >= maxIdleConnections) return line.socket.destroy()
    keptLines.push(line)
    line.rest()
    return undefined
  }
  const forget = (origin: string, line: PooledConnection) => {
    all.delete(line)
    const keptLines = idle.get(origin)?.filter((each) => each !== line) ?? []
    if (keptLines.length > 0) idle.set(origin, keptLines)
    else idle.delete(origin)
  }
  const take = (origin: string): PooledConnection | undefined => {
    const line = idle.get(origin)?.pop()
    line?.wake()
    return line?.socket.destroyed ? take(origin) : line
  }
  const open = (origin: string, opened: (error: Error | undefined, line?: PooledConnection) => void) => {
    let line: PooledConnection | undefined
    const connected = (error: Error | null, socket: Socket | null) => {
      if (error || !socket) return opened(error ?? new Error('no socket'))
      if (isOwn(socket.remoteAddress, socket.remotePort)) {
        socket.destroy()
        return opened(new LeadsBack())
      }
      line = createLine(socket, clock, (done) => forget(origin, done))
      all.add(line)
      return opened(undefined, line)
    }
    const read = readInto(
      (bytes) => line?.read(bytes) ?? false,
      (error) => line?.breakOff(error),
    )
    connecting.connect(new URL(origin), connected, read)
  }

  return {
    /** Begins a request; its body is written to the returned call. */
    request(
      { origin, path }: { readonly origin: string; readonly path: string },
      method: string,
      headers: RawHeaders,
      handlers: AgentHandlers,
    ): AgentCall {
      const through = origin.startsWith('http:') ? proxy : undefined
      const request = {
        method,
        target: through ? `${origin}${path}` : path,
        headers: forConnection(headers, through),
        maxHeadBytes: profile.maxHeaderBytes,
      }
      const call = new AgentCall(request, handlers, (line) => keep(origin, line as PooledConnection))
      const keptLine = take(origin)
      if (keptLine) call.begin(keptLine, true)
      else {
        const opened = (error: Error | undefined, line?: PooledConnection) =>
          line ? call.begin(line, false) : call.fail(toError(error))
        open(origin, guarded('tap agent connected', opened, handlers.onBroken))
      }
      return call
    },
    close(): void {
      for (const { socket } of all) socket.destroy()
    },
  }
}

function forConnection(headers: RawHeaders, proxy: URL | undefined): RawHeaders {
  const authorization = proxy && proxyAuthorization(proxy)
  return [
    ...headers,
    ...(authorization === undefined ? [] : [['Proxy-Authorization', authorization] as const]),
    ['Connection', 'keep-alive'],
  ]
}

interface PooledConnection extends Line {
  /** The connection is idle; it closes unless a request takes it soon. */
  rest(): void
  wake(): void
  /** Returns true if no reference to the bytes remains. */
  read(bytes: Buffer): boolean
  breakOff(error: unknown): void
}

/** A connection, and the call that uses it. */
function createLine(
  socket: Socket,
  clock: Clock,
  onClose: (line: PooledConnection) => void,
): PooledConnection {
  let broke: Error | undefined
  let resting: Timer | undefined
  const expire = guarded('tap agent idle', () => socket.destroy())
  const line: PooledConnection = {
    socket,
    user: undefined,
    rest() {
      resting = clock.after(maxIdleConnectionMs, expire)
    },
    wake: () => resting?.end(),
    read(bytes) {
      if (line.user) return line.user.read(bytes)
      // Bytes without a request.
      socket.destroy()
      return true
    },
    breakOff(error) {
      const { user } = line
      line.user = undefined
      socket.destroy()
      user?.onBroken(error)
    },
  }
  const { breakOff } = line
  const closed = () => {
    line.wake()
    onClose(line)
    line.user?.closed(broke)
  }
  // With `onread`, 'data' is never emitted.
  socket.on('data', guarded('tap agent bytes', line.read, breakOff))
  socket.on(
    'drain',
    guarded('tap agent drained', () => line.user?.drained(), breakOff),
  )
  const failed = (error: Error) => {
    broke = error
  }
  socket.on('error', guarded('tap agent error', failed, breakOff))
  socket.on('close', guarded('tap agent gone', closed, breakOff))
  return line
}

// Reads a connection into one buffer as long as no read is retained: a new buffer for each read is garbage outside the
// young generation, which only a full collection frees.

/** `read` returns true when the bytes may be overwritten. */
export function readInto(read: (bytes: Buffer) => boolean, breakOff: (error: unknown) => void): OnReadOpts {
  let buffer = Buffer.allocUnsafeSlow(fewBytes)
  const take = (count: number) => {
    const bytes = buffer.subarray(0, count)
    const isFree = count < fewBytes ? read(Buffer.from(bytes)) || true : read(bytes)
    const isFull = count === buffer.byteLength && count < readBytes
    if (!isFree || isFull) buffer = Buffer.allocUnsafeSlow(readBytes)
  }
  const taken = guarded('tap agent bytes', take, breakOff)
  return {
    buffer: () => buffer,
    callback(count) {
      taken(count)
      return true
    },
  }
}
