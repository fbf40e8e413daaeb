// Serves the router over both transports of a window: a MessagePort (desktop) or a WebSocket (serve). When it closes,
// oRPC aborts the signals of its open calls, so a closed window leaves nothing running.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { SupportedMessagePort } from '@orpc/client/message-port'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import { RPCHandler as SocketHandler } from '@orpc/server/ws'
import type { WebSocket } from 'ws'
import { Fault } from '#shared/contract/fault.ts'
import type { EngineRouter } from './handlers.ts'
import type { Log } from './platform/errors.ts'
import { toFault } from './platform/faults.ts'
import { guarded } from './platform/guarded.ts'

const megabyte = 1024 * 1024

const windowRoom: Room = {
  maxOpenCalls: 500,
  maxOpenBytes: 512 * megabyte,
  maxUnreadBytes: 256 * megabyte,
}

export type Rpc = ReturnType<typeof createRpc>

const messageBytes = new AsyncLocalStorage<number>()

export function createRpc(router: EngineRouter, log: Log, room: Room = windowRoom) {
  return {
    attachPort: (port: SupportedMessagePort): void =>
      new PortHandler(router, answering(log, room)).upgrade(port),
    attachSocket(
      socket: Pick<WebSocket, 'addEventListener' | 'bufferedAmount' | 'send' | 'terminate'>,
    ): void {
      const end = {
        send(data: Parameters<WebSocket['send']>[0]) {
          if (socket.bufferedAmount <= room.maxUnreadBytes) return socket.send(data)
          log('A window was disconnected because it stopped reading responses.')
          socket.terminate()
        },
        addEventListener(type: 'message' | 'close', listener: (event: unknown) => void) {
          const receive = (event: unknown) => messageBytes.run(sizeOf(event), () => listener(event))
          socket.addEventListener(
            type,
            guarded('window socket', receive, () => socket.terminate()),
          )
        },
      }
      void new SocketHandler(router, answering(log, room)).upgrade(
        end as Pick<WebSocket, 'addEventListener' | 'send'>,
      )
    },
  }
}

/** Interceptors between a connection and the router. */
function answering(log: Log, room: Room) {
  const calls = createOpenCalls(room)
  return {
    clientInterceptors: [
      async ({ next, signal }: { next(): Promise<unknown>; readonly signal?: AbortSignal | undefined }) => {
        let leave: (() => void) | undefined
        try {
          leave = calls.enter(messageBytes.getStore() ?? 0, signal)
          const answer = await next()
          if (isSteps(answer)) return withFaults(answer, log, leave)
          leave()
          return answer
        } catch (error) {
          leave?.()
          throw toFault(error, log)
        }
      },
    ],
  }
}

/** Of a message; other socket events have none. */
function sizeOf(event: unknown): number {
  const { data } = event as Partial<WebSocket.MessageEvent>
  if (Array.isArray(data)) return data.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return typeof data === 'string' ? data.length : (data?.byteLength ?? 0)
}

function isSteps(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
}

/** Converts errors during a stream like those at its start. */
async function* withFaults(
  steps: AsyncIterable<unknown>,
  log: Log,
  leave: () => void,
): AsyncGenerator<unknown> {
  try {
    yield* steps
  } catch (error) {
    throw toFault(error, log)
  } finally {
    leave()
  }
}

// Limits for one window. Our window has about a dozen waiting reads; a client with many more is broken or hostile, and
// is refused before it uses memory.

interface Room {
  /** Open calls; one more is refused with a sentence. */
  readonly maxOpenCalls: number
  /** The total size of open calls; one beyond is refused with a sentence. */
  readonly maxOpenBytes: number
  /** Responses that were not read. Beyond it the connection is closed and the log reports it. */
  readonly maxUnreadBytes: number
}

interface OpenCall {
  readonly bytes: number
  readonly signal: AbortSignal | undefined
}

export function createOpenCalls({ maxOpenCalls, maxOpenBytes }: Room) {
  const calls = new Set<OpenCall>()
  let carried = 0
  const leave = (call: OpenCall) => {
    if (calls.delete(call)) carried -= call.bytes
  }
  const refusal = (bytes: number): string | undefined => {
    if (calls.size >= maxOpenCalls) return `More than ${maxOpenCalls} calls are open on this connection.`
    if (carried + bytes <= maxOpenBytes) return undefined
    return `The calls open on this connection carry more than ${Math.ceil(maxOpenBytes / megabyte)} MB.`
  }

  return {
    /** Throws a fault beyond the limits; returns a function that ends the call. */
    enter(bytes: number, signal: AbortSignal | undefined): () => void {
      // A stream that is cancelled before its first step never ends.
      if (refusal(bytes)) for (const call of [...calls]) if (call.signal?.aborted) leave(call)
      const refused = refusal(bytes)
      if (refused) throw new Fault('unavailable', `${refused} Try again when some have ended.`)
      const call: OpenCall = { bytes, signal }
      calls.add(call)
      carried += bytes
      return () => leave(call)
    },
  }
}
