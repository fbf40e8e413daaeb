// Raw requests, not normalized by a client.

import { type Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { RawHeaders } from '#shared/record/entry.ts'

export interface RawReply {
  readonly status: number
  readonly body: string
}

/** On a separate connection by default. */
export function rawPost(
  url: string,
  body: string,
  headers: RawHeaders = [],
  agent: Agent | false = false,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const flat = [
      'Host',
      new URL(url).host,
      'Content-Length',
      String(Buffer.byteLength(body)),
      ...headers.flat(),
    ]
    const call = request(url, { method: 'POST', headers: flat, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** Sends bytes to a port of this machine, and returns all that it receives until the connection ends. */
export function rawRequest(port: number, text: string | Buffer, { hangUp = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, () => {
        if (hangUp) setImmediate(() => socket.destroy())
      })
    })
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}
