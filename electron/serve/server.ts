// The serve front: the built window and one WebSocket on a local address. The built files are anyone's to read; what is said over
// the socket is the engine's router, so a socket is opened for admitted browsers only. A second start talks to it through its own
// small door.

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

/** An address that nobody opened for so long lets nobody in. */
const maxTokenAgeMs = 24 * 60 * 60 * 1_000

export type ServeFront = Awaited<ReturnType<typeof openServeFront>>

export interface ServeFrontOptions {
  readonly rpc: Rpc
  readonly files: PageFiles
  readonly pairedBrowsers: PairedBrowsers
  readonly port: number
  /** The address to listen on: 127.0.0.1 unless the user reported otherwise. */
  readonly host: string
  readonly handOver?: HandOver
  /** Called when a token was spent or arrived too late, with the address that lets the next browser in. */
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
    // From here on nobody else listens for its errors: a refused caller may reset the connection before it has read why.
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
    /** The address to open, with the token that makes a browser known. */
    address,
    /** Closes every window; each browser needs a new address. */
    forgetBrowsers(): Promise<void> {
      for (const socket of sockets.clients) {
        // What it still says until it has closed its end is not listened to.
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

/** As it was sent: a target need not be a URL, and none is made of it. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

/** A caller that keeps its half open is not waited for. */
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

/** Our own fault: answered as that, where an answer can still be given. */
function breakOff(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else end(response, 500, 'Internal error in Parley. Its log has the details.')
}

// Who gets in: a browser that proves to be a known one, or has the token that makes it one. The token stands in the printed address and is
// good for one browser, and for a day; the next one replaces it. What is given out is a ticket, good for one socket.

/** `onNext` is called when the next token holds: this one was spent, or arrived too late. */
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
    /** The token to print now. */
    token(): string {
      if (now() >= token.until) token = newToken()
      return token.value
    },
    challenge: challenges.issue,
    /** Which browser it was given to, once for each ticket. */
    takeTicket: tickets.take,
    /** A ticket; undefined for a proof that is none, or is not known and arrives without the token. */
    async admit({ token: offered, proof }: AdmissionRequest, origin: string): Promise<string | undefined> {
      if (proof.kind === 'key' && !(challenges.isOpen(proof.challenge) && isSigned(proof, origin)))
        return undefined
      const browser = existing.find(proof, origin)
      if (browser === undefined && !spend(offered)) return undefined
      if (proof.kind === 'key') challenges.spend(proof.challenge)
      return tickets.issue(browser ?? (await existing.add(proof, origin)))
    },
    /** Nobody is known from now on, and no token or ticket that was given out is good. */
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
    // A point that is not on the curve is no key.
    return false
  }
}
