import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { clientCertificate, serverCertificate, testAuthorityPem } from '../agents/broken/certificates.ts'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { dialogs, regions } from '../pages/places.ts'

test('traces go to an endpoint once one is set, with a header that is not shown again', async ({ app }) => {
  const taken: { readonly key: unknown; readonly text: string }[] = []
  let status = 200
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    taken.push({ key: request.headers['x-key'], text: gunzipSync(Buffer.concat(chunks)).toString('utf8') })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', () => resolve()))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const { page, window } = app
  await window.startDemo()
  await window.run('Settings')
  await dialogs.settings(page).getByRole('button', { name: 'Set up sending…' }).click()
  const dialog = dialogs.traces(page)
  const state = regions.sendingStatus(dialog)
  await expect(state).toContainText('0 spans sent.')

  await dialog.getByRole('textbox', { name: 'Endpoint' }).fill('nowhere')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('An endpoint is an http or https address')

  await dialog.getByRole('textbox', { name: 'Endpoint' }).fill(endpoint)
  await dialog.getByRole('combobox', { name: 'Encoding' }).selectOption('JSON')
  await dialog.getByRole('button', { name: 'Add a header' }).click()
  await dialog.getByRole('textbox', { name: 'Header name' }).fill('X-Key')
  await dialog.getByLabel('Header value').fill('a-key')
  await dialog.getByRole('checkbox', { name: 'Send traces while recording' }).check()
  await dialog.getByRole('button', { name: 'Save and send a test span' }).click()
  await expect(dialog.getByRole('status')).toHaveText('The endpoint accepted the test span.')
  expect(taken.map(({ key }) => key)).toEqual(['a-key'])
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await window.say('hello')
  await expect.poll(() => taken.at(-1)?.text).toContain('"SendMessage"')
  status = 503
  await window.say('hello')
  await window.run('Send traces to an endpoint')
  await expect(state).toContainText('spans sent')
  await expect(state).toContainText('503')
  await expect(dialog.getByLabel('Header value')).toHaveValue('')
  collector.closeAllConnections()
  collector.close()
})

test('an endpoint with a certificate of its own is reached once that is set, and marked where it isn’t checked', async ({
  app,
}) => {
  const { certificatePem: cert, keyPem: key } = serverCertificate
  const shown: string[] = []
  const collector = createTlsServer(
    { cert, key, ca: testAuthorityPem, requestCert: true },
    (request, response) => {
      shown.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    },
  )
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', () => resolve()))
  const { page, window } = app
  await window.run('Send traces to an endpoint')
  const dialog = dialogs.traces(page)
  const test = dialog.getByRole('button', { name: 'Save and send a test span' })
  const status = dialog.getByRole('status')
  const address = collector.address() as AddressInfo
  await dialog.getByRole('textbox', { name: 'Endpoint' }).fill(`https://127.0.0.1:${address.port}`)
  await test.click()
  await expect(status).toContainText('not signed by an authority')

  await dialog.getByText('Connection settings').click()
  await dialog.getByRole('checkbox', { name: /Accept invalid certificates/ }).check()
  await dialog.getByLabel('Certificate and key files').setInputFiles([
    {
      name: 'client.pem',
      mimeType: 'application/x-pem-file',
      buffer: Buffer.from(clientCertificate.certificatePem),
    },
    { name: 'client.key', mimeType: 'application/x-pem-file', buffer: Buffer.from(clientCertificate.keyPem) },
  ])
  await expect(dialog.getByRole('group', { name: 'Client certificate' })).toContainText('valid until')
  await test.click()
  await expect(status).toHaveText('The endpoint accepted the test span.')
  const state = regions.sendingStatus(dialog)
  await expect(state).toContainText('Certificate unchecked')
  expect(shown).toEqual(['client'])
  expect(await violations(page)).toEqual([])

  await dialog.getByRole('checkbox', { name: /Accept invalid certificates/ }).uncheck()
  await dialog.getByRole('textbox', { name: 'Additional trusted certificates' }).fill(testAuthorityPem)
  await test.click()
  await expect(status).toHaveText('The endpoint accepted the test span.')
  await expect(state).not.toContainText('Certificate unchecked')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await window.run('Send traces to an endpoint')
  await expect(dialog.getByRole('textbox', { name: 'Additional trusted certificates' })).toHaveValue(
    testAuthorityPem.trim(),
  )
  collector.closeAllConnections()
  collector.close()
})
