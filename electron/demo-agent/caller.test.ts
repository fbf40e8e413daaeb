import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callerDrained, callerOf, credentialOf, DEMO_TOKEN } from './caller.ts'

describe('the credential', () => {
  it.each([
    [undefined, 'none'],
    [`Bearer ${DEMO_TOKEN}`, 'right'],
    [` bearer   ${DEMO_TOKEN} `, 'right'],
    [`Basic ${DEMO_TOKEN}`, 'wrong'],
    ['Bearer', 'wrong'],
    ['', 'wrong'],
  ])('%j is %s', (authorization, credential) => {
    expect(credentialOf(authorization)).toBe(credential)
  })
})

describe('a caller that does not read', () => {
  // More than the buffers of both ends of a loopback connection together.
  const TOO_MUCH = Buffer.alloc(64 << 20)
  const server = createServer()
  let reader: IncomingMessage
  let outlet: ServerResponse

  beforeEach(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const pending = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }).end()
    const [[, response], [incoming]] = await Promise.all([
      once(server, 'request').then((args) => {
        args[1].write(TOO_MUCH)
        return args
      }),
      once(pending, 'response'),
    ])
    outlet = response
    reader = incoming
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it.each([
    ['reads after all', () => reader.resume()],
    ['goes away', () => reader.destroy()],
  ])('is waited for until it %s', async (_name, then) => {
    let settled = false
    const wait = callerDrained(callerOf(undefined, outlet), new AbortController().signal).then(() => {
      settled = true
    })
    await roundTrip()
    expect(settled).toBe(false)
    then()
    await wait
  })

  it('is waited for no longer than the scene lives', async () => {
    const listeners = () => ['drain', 'close', 'error'].map((event) => outlet.listenerCount(event))
    const before = listeners()
    const stop = new AbortController()
    const wait = callerDrained(callerOf(undefined, outlet), stop.signal)
    stop.abort()
    await expect(wait).rejects.toThrow('aborted')
    expect(listeners()).toEqual(before)
  })

  /** The time of another request on the same loop: everything that settles at once has settled. */
  async function roundTrip(): Promise<void> {
    server.once('request', (_request, response) => response.end())
    const other = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }).end()
    const [response] = await once(other, 'response')
    await once(response.resume(), 'end')
  }
})
