// Connects to the engine: through a MessagePort from the preload script, or through a WebSocket to the server of this page. The
// page's address decides which.

import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { signedOutCode, socketProtocol, ticketProtocol } from '#shared/contract/admission.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { EngineGone } from './engine-gone.ts'
import { inOwnTasks } from './message-tasks.ts'
import { requestAdmission } from './request-admission.ts'

interface Connection {
  readonly client: EngineClient
  /** Resolves when the connection is lost. */
  readonly lost: Promise<Loss>
}

export type Loss = 'stopped' | 'signed-out'

export function connect(page: Location): Promise<Connection> {
  return isOverPort(page) ? overPort() : overSocket(page)
}

/** Whether the page can reconnect: a port closes with its engine for good. */
export function canConnectAgain(page: Location): boolean {
  return !isOverPort(page)
}

function isOverPort(page: Location): boolean {
  return new URLSearchParams(page.search).get('host') === 'port'
}

async function overPort(): Promise<Connection> {
  const port = await requestPort()
  let isGone = false
  const lost = new Promise<Loss>((resolve) => port.addEventListener('close', () => resolve('stopped')))
  void lost.then(() => {
    isGone = true
  })
  const link = new PortLink({ port, interceptors: [reportGone(() => isGone)] })
  port.start()
  return { client: createORPCClient(link), lost }
}

/** Turns every error of a lost connection into EngineGone. */
function reportGone(isGone: () => boolean) {
  return async <Answer>({ next }: { next(): Promise<Answer> }): Promise<Answer> => {
    try {
      return await next()
    } catch (error) {
      throw isGone() ? new EngineGone() : error
    }
  }
}

/** The names are those of electron/desktop/channels.ts, which this project may not import. */
function requestPort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    window.addEventListener('message', function onMessage({ source, data, ports }) {
      const [port] = ports
      if (source !== window || data !== 'parley:port' || !port) return
      window.removeEventListener('message', onMessage)
      resolve(port)
    })
    window.postMessage('parley:connect', '/')
  })
}

async function overSocket(page: Location): Promise<Connection> {
  const ticket = await requestAdmission(page)
  const websocket = new WebSocket(`ws://${page.host}/rpc`, [socketProtocol, ticketProtocol(ticket)])
  const lost = new Promise<Loss>((resolve) =>
    websocket.addEventListener('close', ({ code }) =>
      resolve(code === signedOutCode ? 'signed-out' : 'stopped'),
    ),
  )
  const isGone = () => websocket.readyState !== WebSocket.OPEN
  const link = new SocketLink({ websocket: inOwnTasks(websocket), interceptors: [reportGone(isGone)] })
  const client: EngineClient = createORPCClient(link)
  return new Promise((resolve, reject) => {
    websocket.addEventListener('open', () => resolve({ client, lost }), { once: true })
    const fail = () => reject(new Error(`The connection to ${page.host} failed.`))
    websocket.addEventListener('error', fail, { once: true })
  })
}
