import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../fixtures/app.ts'
import { CardPage } from '../pages/card-page.ts'
import { tabPanels, tabs } from '../pages/places.ts'

test('where no card is found, every address that was tried is shown', async ({ app }) => {
  const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await app.window.connect(`http://127.0.0.1:${port}/agents/travel`)
    await expect(app.window.chat.getByRole('alert')).toContainText('has no agent card where A2A puts it')
    await expect(
      app.window.chat.getByRole('list', { name: 'Addresses tried' }).getByRole('listitem'),
    ).toHaveCount(20)
    await app.window.chat
      .getByRole('button', { name: /agents\/travel\/.well-known\/agent-card.json/ })
      .click()
    await tabs.headers(app.window.inspector).click()
    await expect(tabPanels.headers(app.window.inspector)).toContainText('HTTP/1.1 404')
  } finally {
    server.close()
  }
})

test('a failed connection is explained in the chat, and its exchange is selected', async ({ app }) => {
  const { window } = app
  const { chat, card } = window
  const selected = window.exchanges.getByRole('row', { selected: true })
  await window.startDemo()
  await window.show('console')
  await window.exchange('agent-card.json').click()
  await window.connect('http://127.0.0.1:9')
  await expect(chat.getByRole('heading', { name: 'Couldn’t connect' })).toBeVisible()
  await expect(chat.getByRole('alert')).toContainText('127.0.0.1:9 refused the connection.')
  await expect(chat.getByRole('list', { name: 'Addresses tried' }).getByRole('listitem')).toHaveCount(1)
  await expect(chat.getByRole('button', { name: 'Show raw response' })).toHaveCount(0)
  await expect(card.getByRole('list', { name: 'Addresses tried' })).toHaveCount(0)
  await window.show('console')
  await expect(selected).toContainText('refused')

  // A failure that the user did not request keeps the selection.
  await window.exchange('agent-card.json').first().click()
  await app.page.reload()
  await expect(selected).toContainText('200')
  await window.show('chat')
  await expect(chat.getByRole('alert')).toContainText('127.0.0.1:9 refused the connection.')

  await chat.getByRole('button', { name: 'Retry' }).click()
  await window.show('console')
  await expect(window.exchange('agent-card.json')).toHaveCount(3)
  await expect(selected).toContainText('refused')
  await window.show('chat')
  await chat.getByRole('button', { name: 'Edit address' }).click()
  await expect(window.address).toBeFocused()
})

test('an agent that is started later is connected to without a click', async ({ app }) => {
  const { chat, card } = app.window
  const server = createServer((_request, response) => {
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ name: 'Late agent', skills: [] }))
  })
  const listen = (port: number) =>
    new Promise<number>((resolve) =>
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    )
  const port = await listen(0)
  await new Promise((resolve) => server.close(resolve))
  await app.window.connect(`http://127.0.0.1:${port}`)
  await expect(chat).toContainText('Parley connects as soon as a server listens there.')
  await listen(port)
  try {
    await expect(card.getByRole('heading', { name: 'Late agent' })).toBeVisible()
    await app.window.show('console')
    await expect(app.window.exchange('agent-card.json')).toHaveCount(2)
  } finally {
    server.close()
  }
})

test('the card can be read as JSON, in an editor that came with the app', async ({ app }) => {
  const foreign: string[] = []
  app.page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(app.page.url()).host) foreign.push(request.url())
  })
  await app.window.startDemo()
  await new CardPage(app.page).showJson()
  await expect(app.window.card.locator('.monaco-editor')).toContainText('"Travel concierge"')
  expect(foreign).toEqual([])
})
