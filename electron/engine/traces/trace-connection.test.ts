// Connections to an endpoint over real TLS and a real proxy: the same as to an agent.

import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import {
  clientCertificate,
  elsewhereCertificate,
  serverCertificate,
  type TestCertificate,
  testAuthorityPem,
} from '../../../e2e/agents/broken/certificates.ts'
import { openProxy } from '../../../e2e/agents/proxy.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

async function openEndpoint(certificate: TestCertificate, requestCert = false) {
  const { certificatePem: cert, keyPem: key } = certificate
  /** The names in the client certificates. */
  const shown: string[] = []
  const server = createServer({ cert, key, ca: testAuthorityPem, requestCert }, (request, response) => {
    shown.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN))
    request
      .resume()
      .once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  await untilTestEnds(
    Promise.resolve({
      async close() {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      },
    }),
  )
  const { port } = server.address() as AddressInfo
  return { endpoint: `https://127.0.0.1:${port}`, port, shown }
}

const target = { enabled: false, format: 'protobuf' as const, headers: [] }
const traces = () => window.client.traces

test('an authority of its own is trusted once it is set', async () => {
  const { endpoint } = await openEndpoint(serverCertificate)
  await traces().configure({ ...target, endpoint })
  const { accepted, message } = await traces().test()
  expect([accepted, message]).toEqual([false, expect.stringContaining('not signed by an authority')])
  const saved = await traces().configure({ ...target, endpoint, network: { caPem: testAuthorityPem } })
  expect(saved.network).toEqual({ caPem: testAuthorityPem })
  expect((await traces().test()).accepted).toBe(true)
  expect(window.engine.traces.sending()).not.toHaveProperty('uncheckedCertificate')
  window = await window.reopen()
  expect((await traces().test()).accepted).toBe(true)
})

test('an invalid certificate is accepted where that is wanted, and marked until it is not', async () => {
  const { endpoint } = await openEndpoint(elsewhereCertificate)
  await traces().configure({ ...target, endpoint })
  expect((await traces().test()).accepted).toBe(false)
  await traces().configure({ ...target, endpoint, network: { acceptInvalidCertificate: true } })
  expect((await traces().test()).accepted).toBe(true)
  expect(window.engine.traces.sending()).toHaveProperty('uncheckedCertificate', true)
  await traces().configure({ ...target, endpoint })
  expect(window.engine.traces.sending()).not.toHaveProperty('uncheckedCertificate')
})

test('a client certificate is shown to the endpoint, and its key is in no answer and no file', async () => {
  const { endpoint, shown } = await openEndpoint(serverCertificate, true)
  await traces().configure({ ...target, endpoint, network: { caPem: testAuthorityPem } })
  expect((await traces().test()).accepted).toBe(false)
  const set = await traces().setClientCertificate({ certificate: clientCertificate })
  expect(set).toMatchObject({ state: 'set', subject: expect.stringContaining('CN=client') })
  expect((await traces().test()).accepted).toBe(true)
  expect(shown).toEqual(['client'])
  window = await window.reopen()
  expect((await traces().test()).accepted).toBe(true)
  const keyLine = clientCertificate.keyPem.split('\n')[1] ?? ''
  expect(JSON.stringify(await traces().clientCertificate())).not.toContain(keyLine)
  expect(window.disk()).not.toContain(keyLine)
  expect(await traces().setClientCertificate({ certificate: null })).toEqual({ state: 'not-set' })
  expect((await traces().test()).accepted).toBe(false)
})

test('a proxy is gone through, and one that refuses is said', async () => {
  const { port } = await openEndpoint(elsewhereCertificate)
  const endpoint = 'https://traces.example.com'
  const open = await untilTestEnds(openProxy({ tunnelsTo: port }))
  const proxyUrl = new URL(open.proxyUrl).origin
  await traces().configure({ ...target, endpoint, network: { proxyUrl, acceptInvalidCertificate: true } })
  expect((await traces().test()).accepted).toBe(true)
  expect(open.seen).toEqual([expect.stringMatching(/^CONNECT traces\.example\.com:443/)])
  const closed = await untilTestEnds(openProxy({ refuses: true }))
  await traces().configure({ ...target, endpoint, network: { proxyUrl: new URL(closed.proxyUrl).origin } })
  const { accepted, message } = await traces().test()
  expect([accepted, message]).toEqual([false, expect.stringContaining('proxy')])
})

test('what is no certificate, and a proxy with a password, are refused', async () => {
  const endpoint = 'https://127.0.0.1:1'
  const refused = (network: { caPem?: string; proxyUrl?: string }) =>
    expect(traces().configure({ ...target, endpoint, network })).rejects
  await refused({ caPem: 'no certificate' }).toThrow(/isn’t a certificate/)
  await refused({ proxyUrl: 'http://me:secret@127.0.0.1:1' }).toThrow()
})
