import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../fixtures/app.ts'

test('where no card is found, every address that was tried is shown', async ({ app }) => {
  const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await app.window.connect(`http://127.0.0.1:${port}/agents/travel`)
    await expect(app.window.card.getByRole('alert')).toContainText('has no agent card where A2A puts it')
    await expect(app.window.card).toContainText('Tried 20 addresses')
    await app.window.card
      .getByRole('button', { name: /agents\/travel\/.well-known\/agent-card.json/ })
      .click()
    await app.window.console.getByRole('tab', { name: 'Headers' }).click()
    await expect(app.window.console.getByRole('tabpanel', { name: 'Headers' })).toContainText('HTTP/1.1 404')
  } finally {
    server.close()
  }
})

test('where nobody answers, the reason is said', async ({ app }) => {
  await app.window.connect('http://127.0.0.1:9')
  await expect(app.window.card.getByRole('alert')).toContainText('Nothing is listening at 127.0.0.1:9')
  await expect(app.window.chat).toContainText('Nothing to talk to yet')
  await expect(app.window.exchange('agent-card.json')).toContainText('refused')
})

test('the card can be read as JSON, in an editor that came with the app', async ({ app }) => {
  const foreign: string[] = []
  app.page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(app.page.url()).host) foreign.push(request.url())
  })
  await app.window.startDemo()
  await app.window.card.getByRole('button', { name: 'Show the card as JSON' }).click()
  await expect(app.window.card.locator('.monaco-editor')).toContainText('"Travel concierge"')
  expect(foreign).toEqual([])
})
