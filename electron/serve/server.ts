// The serve front: the built window and one WebSocket on a local address. The built files are public; the socket
// carries the engine's router, so it is opened for admitted browsers only. A second start uses the hand-over path.

import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { boundConnections } from '#engine/platform/bound-connections.ts'
import { guarded } from '#engine/platform/guarded.ts'
import { listen, shut } from '#engine/platform/net.ts'
import type { Rpc } from '#engine/rpc.ts'
import {
  admissionPath,
  challengePath,
  provenText,
  signedOutCode,
  socketProtocol,
  ticketIn,
} from '#shared/contract/admission.ts'
import { type AdmissionRequest, admissionRequestSchema } from '#shared/contract/admission-schemas.ts'
import { type PageFiles, pageHeaders } from '../page/page-files.ts'
import { createChallenges, createOneTime } from './challenges.ts'
import { authority, createGuard, isEveryAddress, type Refusal } from './guard.ts'
import { type HandOver, handOverPath, readRequestJson, sendJson } from './hand-over.ts'
import type { PairedBrowsers } from './paired-browsers.ts'
import { isSameSecret, newSecret } from './secret.ts'

/** Age after which an unused address is no longer valid. */
const maxTokenAgeMs = 24 * 60 * 60 * 1_000

export type ServeFront = Awaited<ReturnType<typeof openServeFront>>

export interface ServeFrontOptions {
  readonly rpc: Rpc
  readonly files: PageFiles
  readonly pairedBrowsers: PairedBrowsers
  readonly port: number
  /** The address to listen on; 127.0.0.1 by default. */
  readonly host: string
  readonly handOver?: HandOver
  /** Called when a token was used or expired, with the address for the next browser. */
  readonly onNextAddress?: (nextAddress: string, why: 'spent' | 'expired') => void
  readonly now?: () => number
}

/** Of the head of a request to the served page; answered 431. */
const maxServedHeadBytes = 16 * 1024
/** Of one message from the page, with room for the largest file as base64; the connection closes. */
const maxPageMessageBytes = 192 * 1024 * 1024
/** Windows open at once; one more is answered 503, and shows that it couldn't connect. */
const maxWindows = 100

export async function openServeFront(options: ServeFrontOptions) {
  const { rpc, files, host, handOver, pairedBrowsers, onNextAddress } = options
  const admission = createAdmission(pairedBrowsers, (why) => onNextAddress?.(address(), why), options.now)
  const server = createServer({ maxHeaderSize: maxServedHeadBytes })
  const connections = boundConnections(server)
  const { port: bound } = await listen(server, { port: options.port, host })
  const guard = createGuard(host, bound)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxPageMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(socketProtocol) ? socketProtocol : false),
  })
  const reached = isEveryAddress(host) ? '127.0.0.1' : host
  const address = () => `http://${authority(reached, bound)}/?token=${admission.token()}`

  function answer(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    const foreign = guard.refuseForeign(request)
    const sockets = foreign ? [] : [`ws://${request.headers.host}`]
    for (const [name, value] of Object.entries(pageHeaders(sockets))) response.setHeader(name, value)
    if (foreign) return refuse(response, foreign)
    const path = pathOf(request)
    if (request.method === 'POST') {
      if (path === handOverPath && handOver) return handOver.receive(request, response, address)
      if (path === challengePath || path === admissionPath) return admit(request, response, path)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return end(response, 405, 'Only GET is answered here.')
    sendFile(response, path === '/' ? '/index.html' : path)
  }

  async function admit(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const refusal = guard.refuseOutsider(request)
    if (refusal) return refuse(response, refusal)
    if (path === challengePath) return sendJson(response, { challenge: admission.challenge() })
    const parsed = admissionRequestSchema.safeParse(await readRequestJson(request))
    if (!parsed.success) return end(response, 400, 'This isn’t a request for admission.')
    const ticket = await admission.admit(parsed.data, request.headers.origin ?? '')
    if (ticket !== undefined) return sendJson(response, { ticket })
    end(
      response,
      401,
      'This browser isn’t known here. Open the address that Parley prints; each lets one browser in.',
    )
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    // Without another listener from here on: a refused caller may reset the connection before it reads the response.
    socket.on(
      'error',
      guarded('serve upgraded socket', () => socket.destroy()),
    )
    if (guard.refuseOutsider(request)) return refuseUpgrade(socket, '403 Forbidden')
    if (pathOf(request) !== '/rpc') return refuseUpgrade(socket, '404 Not Found')
    const ticket = ticketIn(request.headers['sec-websocket-protocol']?.split(/\s*,\s*/) ?? [])
    const browser = ticket && admission.takeTicket(ticket)
    if (!browser) return refuseUpgrade(socket, '401 Unauthorized')
    if (sockets.clients.size >= maxWindows) return refuseUpgrade(socket, '503 Service Unavailable')
    connections.release(socket)
    sockets.handleUpgrade(
      request,
      socket,
      head,
      guarded(
        'serve socket',
        (webSocket) => {
          webSocket.on(
            'error',
            guarded('serve socket error', () => webSocket.terminate()),
          )
          webSocket.on('close', guarded('serve socket close', pairedBrowsers.use(browser)))
          rpc.attachSocket(webSocket)
        },
        (_error, [webSocket]) => webSocket.terminate(),
      ),
    )
  }

  server.on(
    'request',
    guarded('serve request', answer, (_error, [, response]) => breakOff(response)),
  )
  server.on(
    'upgrade',
    guarded('serve upgrade', upgrade, (_error, [, socket]) => socket.destroy()),
  )

  function sendFile(response: ServerResponse, name: string): void {
    const file = files.get(name)
    if (!file) {
      end(response, 404, 'There is nothing at this address.')
      return
    }
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Length': file.bytes.byteLength,
      'Cache-Control': file.immutable ? 'private, max-age=31536000, immutable' : 'no-store',
    })
    response.end(file.bytes)
  }

  return {
    port: bound,
    /** The address with the token that admits a browser. */
    address,
    /** Closes every window; each browser needs a new address. */
    forgetBrowsers(): Promise<void> {
      for (const socket of sockets.clients) {
        // Messages until the client has closed are ignored.
        socket.removeAllListeners('message')
        socket.close(signedOutCode)
      }
      return admission.forgetBrowsers()
    },
    async close(): Promise<void> {
      for (const socket of sockets.clients) socket.terminate()
      await shut(server)
    },
  }
}

/** Unparsed, as a request target need not be a URL. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

/** Does not wait for the caller to close its half. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  const close = guarded('serve refused upgrade', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, close)
}

const refusals: Readonly<Record<Refusal, string>> = {
  'foreign-host': 'Parley answers only to its own address.',
  'foreign-origin': 'Parley does not talk to pages of other sites.',
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  end(response, 403, refusals[refusal])
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(`${text}\n`)
}

/** An internal error: sends 500 if a response is still possible. */
function breakOff(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else end(response, 500, 'Internal error in Parley. Its log has the details.')
}

// Admits browsers: with the proof of an admitted one, or with the token. The token is in the printed address, is valid
// for one browser and for a day, and is then replaced. An admitted browser gets a ticket for one socket.

/** `onNext` is called with a new token, when the last was used or expired. */
function createAdmission(
  existing: PairedBrowsers,
  onNext: (why: 'spent' | 'expired') => void,
  now: () => number = Date.now,
) {
  const challenges = createChallenges()
  const tickets = createOneTime()
  const newToken = () => ({ value: newSecret(), until: now() + maxTokenAgeMs })
  let token = newToken()

  const spend = (offered: string | undefined): boolean => {
    if (offered === undefined || !isSameSecret(offered, token.value)) return false
    const isGood = now() < token.until
    token = newToken()
    onNext(isGood ? 'spent' : 'expired')
    return isGood
  }

  return {
    token(): string {
      if (now() >= token.until) token = newToken()
      return token.value
    },
    challenge: challenges.issue,
    /** The browser of a ticket, once. */
    takeTicket: tickets.take,
    /** A ticket; undefined for an invalid proof, or an unknown one without the token. */
    async admit({ token: offered, proof }: AdmissionRequest, origin: string): Promise<string | undefined> {
      if (proof.kind === 'key' && !(challenges.isOpen(proof.challenge) && isSigned(proof, origin)))
        return undefined
      const browser = existing.find(proof, origin)
      if (browser === undefined && !spend(offered)) return undefined
      if (proof.kind === 'key') challenges.spend(proof.challenge)
      return tickets.issue(browser ?? (await existing.add(proof, origin)))
    },
    /** All browsers, tokens and tickets become invalid. */
    forgetBrowsers(): Promise<void> {
      tickets.clear()
      token = newToken()
      return existing.forgetAll()
    },
  }
}

type KeyProof = Extract<AdmissionRequest['proof'], { kind: 'key' }>

function isSigned({ publicKey, challenge, signature }: KeyProof, origin: string): boolean {
  try {
    const key = createPublicKey({ key: publicKey, format: 'jwk' })
    const text = Buffer.from(provenText(origin, challenge))
    return verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  } catch {
    // A point off the curve is no key.
    return false
  }
}
