import { once } from 'node:events'
import { createServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import {
  clientCertificate,
  expiredCertificate,
  serverCertificate,
  type TestCertificate,
  testAuthorityPem,
} from '../agents/broken/certificates.ts'
import { fault } from '../agents/faults.ts'
import { redirect } from '../agents/quirks/addresses.ts'
import { expect, test } from '../fixtures/agents.ts'
import { CardPage } from '../pages/card-page.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { tabPanels, tabs } from '../pages/places.ts'

test('a card behind a token is shown once the token is set', async ({ app, agents }) => {
  const guarded = await agents.named('card-401-challenged')
  const card = new CardPage(app.page)
  await app.window.connect(guarded.url)
  await expect(card.failure).toContainText('Bearer realm="cards"')
  await card.failure.getByRole('button', { name: 'Set access' }).click()
  await expect(card.dialog).toContainText('Stored in memory until Parley quits')
  await card.dialog.getByRole('textbox', { name: 'Bearer token' }).fill('card-key')
  await card.dialog.getByRole('button', { name: 'Save access' }).click()
  await expect(card.fact('Protocols')).toContainText('1.0')
  await expect(app.page.getByRole('banner')).toContainText('Bearer')
  expect(await app.page.content()).not.toContain('card-key')
})

test('what the card asks for is the form to fill', async ({ app, agents }) => {
  const card = new CardPage(app.page)
  const agent = await agents.made({
    dialect: '1.0',
    card: (plain) => ({
      ...plain,
      securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Team-Key' } } },
      securityRequirements: [{ schemes: { key: { list: [] } } }],
    }),
  })
  await app.window.connect(agent.url)
  await expect(card.fact('Authentication')).toContainText('X-Team-Key')
  await card.open('access')
  await card.dialog.getByLabel('API key in header X-Team-Key').fill('sesame')
  await card.dialog.getByRole('button', { name: 'Save access' }).click()
  await expect(card.dialog).toBeHidden()
  await app.window.say('hello')
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
  expect(agent.requests.at(-1)?.headers).toContainEqual(['X-Team-Key', 'sesame'])
})

test('another origin gets credentials only after the question is answered', async ({ app, agents }) => {
  const card = new CardPage(app.page)
  const elsewhere = await agents.made({ dialect: '1.0' })
  const agent = await agents.made({
    dialect: '1.0',
    card: (plain) => ({
      ...plain,
      supportedInterfaces: [{ url: elsewhere.url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    }),
  })
  await app.window.connect(agent.url)
  await card.open('access')
  await card.dialog.getByRole('button', { name: 'Bearer token' }).click()
  await card.dialog.getByRole('textbox', { name: 'Bearer token' }).fill('only-for-one')
  await card.dialog.getByRole('button', { name: 'Save access' }).click()
  await expect(card.dialog).toContainText(`Send credentials to ${new URL(elsewhere.url).origin} too?`)
  await card.closeDialog()
  await app.window.say('one')
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
  const sent = () => elsewhere.requests.map(({ headers }) => headers.flat().includes('Bearer only-for-one'))
  expect(sent()).toEqual([false])
  await card.open('access')
  await card.dialog.getByRole('button', { name: 'Send there too' }).click()
  await expect(card.dialog.getByRole('button', { name: 'Stop sending to' })).toHaveCount(2)
  await card.closeDialog()
  await app.window.say('two')
  await expect.poll(sent).toEqual([false, true])
})

test('the way in is forced, and left to Parley again', async ({ app }) => {
  const card = new CardPage(app.page)
  await app.window.startDemo()
  await card.open('connection')
  await card.dialog.getByRole('button', { name: 'Use this: 1.0 REST' }).click()
  await expect(card.dialog.getByRole('button', { name: 'Let Parley choose' })).toBeVisible()
  await card.closeDialog()
  await app.window.say('hello')
  await app.window.show('console')
  await expect(app.window.exchange('message:send')).toContainText('200')
  await card.open('connection')
  await card.dialog.getByRole('button', { name: 'Let Parley choose' }).click()
  await expect(card.dialog.getByRole('button', { name: 'Use this: 1.0 REST' })).toBeVisible()
})

test('a probe tells what the wire speaks when the card lies', { tag: '@full' }, async ({ app, agents }) => {
  const lying = await agents.named('v0.3', {
    card: (plain, { url }) => ({
      ...plain,
      supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    }),
  })
  const card = new CardPage(app.page)
  await app.window.connect(lying.url)
  await card.open('connection')
  await card.dialog.getByRole('button', { name: 'Detect', exact: true }).click()
  await expect(card.dialog).toContainText('the agent uses 0.3')
  await card.dialog.getByRole('button', { name: /^Use 0\.3 over JSON-RPC/ }).click()
  await card.closeDialog()
  await expect(app.page.getByRole('banner')).toContainText('0.3 · JSON-RPC')
})

test('a signature is verified with the keys the user agreed to fetch', async ({ app }) => {
  const card = new CardPage(app.page)
  await app.window.startDemo()
  await card.open('signatures')
  await expect(app.window.status).not.toContainText('jwks.json')
  await card.dialog.getByRole('button', { name: 'Fetch the keys and verify' }).click()
  await expect(card.dialog).toContainText('This proves')
  await expect(card.dialog).toContainText('It does not prove')
  await card.closeDialog()
  await expect(card.fact('Signature')).toContainText('verified, key concierge-1')
  await app.window.show('console')
  await expect(app.window.exchange('jwks.json')).toHaveCount(1)
})

test('keys of somebody else do not verify it', { tag: '@full' }, async ({ app }) => {
  const card = new CardPage(app.page)
  await app.window.startDemo()
  await card.open('signatures')
  const stranger = {
    kty: 'EC',
    crv: 'P-256',
    kid: 'concierge-1',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  }
  await card.dialog.getByLabel('Keys, as JWKS or PEM').fill(JSON.stringify({ keys: [stranger] }))
  await card.dialog.getByRole('button', { name: 'Verify with these keys' }).click()
  await card.closeDialog()
  await expect(card.fact('Signature')).toContainText('doesn’t match the card')
})

test('the extended card is shown as what it adds to the public one', async ({ app }) => {
  const card = new CardPage(app.page)
  await app.window.startDemo()
  await card.open('access')
  await card.dialog.getByRole('textbox', { name: 'Bearer token' }).fill('lisbon-by-train')
  await card.dialog.getByRole('button', { name: 'Save access' }).click()
  // The gRPC interface is at a port of its own, another origin.
  await expect(card.dialog).toContainText('Send credentials to')
  await card.closeDialog()
  await card.open('extendedCard')
  const changes = card.dialog.getByRole('list', { name: 'What the extended card says' })
  await expect(changes).toContainText('2.1.0+traveller')
  // It is signed too, and verified by itself.
  await card.dialog.getByRole('button', { name: 'Fetch the keys and verify' }).click()
  await expect(card.dialog).toContainText('This proves')
  await card.closeDialog()
  await expect(card.fact('Signature')).toContainText('not verified yet')
})

test('a redirect to another origin loses the credentials until the question is answered', {
  tag: '@full',
}, async ({ app, agents }) => {
  const card = new CardPage(app.page)
  const guarded = await agents.named('card-401-challenged')
  const path = '/.well-known/agent-card.json'
  const moved = await agents.made({ dialect: '1.0', quirks: [redirect(302, path, `${guarded.url}${path}`)] })
  await app.window.connect(moved.url)
  await card.failure.getByRole('button', { name: 'Set access' }).click()
  await card.dialog.getByRole('textbox', { name: 'Bearer token' }).fill('card-key')
  await card.dialog.getByRole('button', { name: 'Save access' }).click()
  await expect(card.dialog).toContainText(`Send credentials to ${guarded.url} too?`)
  expect(guarded.requests.filter(({ bytes }) => bytes.includes('card-key'))).toEqual([])
  await card.dialog.getByRole('button', { name: 'Send there too' }).click()
  await card.closeDialog()
  await expect(card.fact('Protocols')).toContainText('1.0')
})

test('a server that shows two cards is found out by comparing them', async ({ app, agents }) => {
  const card = new CardPage(app.page)
  const hybrid = await agents.named('hybrid-by-header')
  await app.window.connect(hybrid.url)
  await card.open('connection')
  await card.dialog.getByRole('button', { name: 'Compare card versions' }).click()
  await expect(card.dialog).toContainText('The server has two cards')
  await card.dialog.getByRole('button', { name: 'without A2A-Version' }).click()
  await tabs.headers(app.window.inspector).click()
  await expect(tabPanels.headers(app.window.inspector)).toContainText('HTTP/1.1 200')
})

test('a certificate that nobody vouches for is gone past only on request, and the window says so', async ({
  app,
  agents,
}) => {
  const { url } = await agents.made({ dialect: '1.0' })
  const secured = await openSecured(url, expiredCertificate)
  const card = new CardPage(app.page)
  await app.window.connect(secured.url)
  await expect(card.failure).toBeVisible()
  await card.failure.getByRole('button', { name: 'Connection settings' }).click()
  await card.dialog.getByRole('textbox', { name: /^Additional trusted certificates/ }).fill('no certificate')
  await card.dialog.getByRole('checkbox', { name: /^Accept invalid certificates/ }).check()
  await card.dialog.getByRole('button', { name: 'Save and reload card' }).click()
  await expect(card.dialog.getByRole('alert')).toContainText('This isn’t a certificate.')
  await card.dialog.getByRole('textbox', { name: /^Additional trusted certificates/ }).fill('')
  await card.dialog.getByRole('checkbox', { name: /^HTTP\/1\.1 only/ }).check()
  await card.dialog.getByRole('spinbutton', { name: /^Connect timeout/ }).fill('5')
  await card.dialog.getByRole('button', { name: 'Save and reload card' }).click()
  await expect(card.pane.getByRole('heading', { name: 'Kit agent' })).toBeVisible()
  await app.page.getByRole('button', { name: 'Certificate unchecked' }).click()
  await expect(card.dialog.getByRole('checkbox', { name: /^HTTP\/1\.1 only/ })).toBeChecked()
  await expect(card.dialog.getByRole('spinbutton', { name: /^Connect timeout/ })).toHaveValue('5')
  await card.dialog.press('Escape')
  await expect(card.dialog).toHaveCount(0)

  await app.window.show('console')
  await app.window.exchange('agent-card.json').last().click()
  await tabs.timing(app.window.inspector).click()
  const facts = app.window.inspector.getByRole('definition')
  await expect(facts.filter({ hasText: 'not valid; you accepted it' })).toBeVisible()
  await expect(facts.filter({ hasText: 'TLSv1.3' })).toBeVisible()
  secured.close()
})

test('an agent that asks for a client certificate is shown one, and its key is nowhere to be seen', {
  tag: '@full',
}, async ({ app, agents }) => {
  const { url } = await agents.made({ dialect: '1.0' })
  const pending = { ca: testAuthorityPem, requestCert: true, rejectUnauthorized: true }
  const secured = await openSecured(url, serverCertificate, pending)
  const card = new CardPage(app.page)
  await app.window.connect(secured.url)
  await expect(card.failure).toBeVisible()
  await card.failure.getByRole('button', { name: 'Connection settings' }).click()
  const trusted = card.dialog.getByRole('textbox', { name: /^Additional trusted certificates/ })
  await trusted.fill(testAuthorityPem)
  await card.dialog.getByRole('button', { name: 'Save and reload card' }).click()
  await expect(card.dialog).toHaveCount(0)
  await expect(card.failure).toBeVisible()

  await card.failure.getByRole('button', { name: 'Connection settings' }).click()
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'application/x-pem-file',
    buffer: Buffer.from(text),
  })
  const files = card.dialog.getByLabel('Certificate and key files')
  await files.setInputFiles([file('client.crt', clientCertificate.certificatePem)])
  await expect(card.dialog.getByRole('alert')).toContainText('It contains no private key.')
  await files.setInputFiles([
    file('client.crt', clientCertificate.certificatePem),
    file('client.key', clientCertificate.keyPem),
  ])
  const certificate = card.dialog.getByRole('group', { name: 'Client certificate' })
  await expect(certificate).toContainText('CN=client, by CN=Parley test authority, valid until')
  await expect(certificate.getByRole('alert')).toHaveCount(0)
  await card.dialog.press('Escape')
  await expect(card.pane.getByRole('heading', { name: 'Kit agent' })).toBeVisible()
  await expect(app.page.getByRole('button', { name: 'Access: Certificate' })).toBeVisible()
  secured.close()
})

/** The agent behind TLS. */
async function openSecured(url: string, certificate: TestCertificate, options: ServerOptions = {}) {
  const { certificatePem, keyPem } = certificate
  const server = createServer({ cert: certificatePem, key: keyPem, ...options }, (request, response) => {
    void fetch(new URL(request.url ?? '/', url)).then(async (answer) => response.end(await answer.text()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `https://127.0.0.1:${port}`, close: () => server.close() }
}

test('who is refused over gRPC is offered to sign in, by the chat and the wire alike', async ({
  app,
  agents,
}) => {
  const { window, page } = app
  const wire = new ConsolePage(page)
  const refusing = await agents.made({
    dialect: '1.0-grpc',
    quirks: [{ call: () => fault('unauthenticated', 'who are you?') }],
  })
  await window.connect(refusing.url)
  await window.say('hello')
  await expect(window.conversation).toContainText('who are you?')
  await expect(window.conversation.getByRole('button', { name: 'Sign in…' })).toBeVisible()
  await window.show('console')
  await window.exchange('SendMessage').click()
  await expect(wire.tabs).toBeVisible()
  await expect(window.inspector.getByRole('button', { name: 'Sign in…' })).toBeVisible()
})
