// The router at the two kinds of ends a window can hold: a MessagePort (desktop) or a WebSocket (serve). When the end is
// gone, oRPC aborts the signal of every call that came over it, so a vanished window leaves nothing running.

import type { SupportedMessagePort } from '@orpc/client/message-port'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import { RPCHandler as SocketHandler } from '@orpc/server/ws'
import type { WebSocket } from 'ws'
import { type Log, toFault } from './faults.ts'
import type { EngineRouter } from './router.ts'

export interface Rpc {
  attachPort(port: SupportedMessagePort): void
  attachSocket(socket: Pick<WebSocket, 'addEventListener' | 'send'>): void
}

export function createRpc(router: EngineRouter, log: Log): Rpc {
  const options = {
    clientInterceptors: [
      async ({ next }: { next(): Promise<unknown> }) => {
        try {
          const answer = await next()
          return isSteps(answer) ? withFaults(answer, log) : answer
        } catch (error) {
          throw toFault(error, log)
        }
      },
    ],
  }
  const ports = new PortHandler(router, options)
  const sockets = new SocketHandler(router, options)
  return {
    attachPort: (port) => ports.upgrade(port),
    attachSocket: (socket) => void sockets.upgrade(socket),
  }
}

function isSteps(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
}

/** What goes wrong on the way is told like what goes wrong at once. */
async function* withFaults(steps: AsyncIterable<unknown>, log: Log): AsyncGenerator<unknown> {
  try {
    yield* steps
  } catch (error) {
    throw toFault(error, log)
  }
}
