// The browser's side of admission, without a browser: a key, and requests as from our pages.

import { generateKeyPairSync, sign } from 'node:crypto'
import { WebSocket } from 'ws'
import {
  admissionPath,
  challengePath,
  provenText,
  socketProtocol,
  ticketProtocol,
} from '#shared/contract/admission.ts'
import { type AdmissionRequest, publicKeySchema } from '#shared/contract/admission-schemas.ts'
import { defined } from '#shared/defined.ts'

export interface TestBrowser {
  /** The body of a request for admission. */
  request(token?: string, origin?: string): Promise<AdmissionRequest>
  /** Requests admission; returns the status, and the ticket if there is one. */
  ask(token?: string): Promise<{ readonly status: number; readonly ticket?: string }>
  /** A socket with a new ticket, once it is open. */
  open(token?: string): Promise<WebSocket>
  /** The same browser with the same key, at another port. */
  at(port: number): TestBrowser
}

export function testBrowser(
  port: number,
  pair = generateKeyPairSync('ec', { namedCurve: 'P-256' }),
): TestBrowser {
  const here = `http://127.0.0.1:${port}`
  const publicKey = publicKeySchema.parse(pair.publicKey.export({ format: 'jwk' }))

  const browser: TestBrowser = {
    async request(token, origin = here) {
      const { challenge } = JSON.parse((await post(here, challengePath)).body)
      const text = Buffer.from(provenText(origin, challenge))
      const signature = sign('sha256', text, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
      const proof = { kind: 'key' as const, publicKey, challenge, signature: signature.toString('base64url') }
      return { proof, ...defined({ token }) }
    },
    async ask(token) {
      const { status, body } = await post(here, admissionPath, await browser.request(token))
      return { status, ...(status === 200 && JSON.parse(body)) }
    },
    async open(token) {
      const { ticket = '' } = await browser.ask(token)
      const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, [socketProtocol, ticketProtocol(ticket)], {
        origin: here,
      })
      socket.on('error', () => undefined)
      await new Promise((opened) => socket.once('open', opened))
      return socket
    },
    at: (other) => testBrowser(other, pair),
  }
  return browser
}

export async function post(
  here: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { Origin: here },
): Promise<{ readonly status: number; readonly body: string }> {
  const response = await fetch(`${here}${path}`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.text() }
}

export function tokenOf(address: string): string {
  return new URL(address).searchParams.get('token') ?? ''
}
