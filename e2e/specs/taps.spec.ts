import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Page } from '@playwright/test'
import { agent } from '../agents/agent.ts'
import { expect, test } from '../fixtures/app.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { dialogs, grids, regions, tabs } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

/** Like a client with the tap's address: reads the card first. */
async function call(address: string): Promise<number> {
  const { supportedInterfaces } = await (await fetch(new URL('/.well-known/agent-card.json', address))).json()
  const isRpc = ({ protocolBinding }: { readonly protocolBinding: string }) => protocolBinding === 'JSONRPC'
  const { url } = supportedInterfaces.find(isRpc)
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hello' }] }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } })
  const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0', 'User-Agent': 'orchestrator/2' }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

const tapsOf = (page: Page) => page.getByRole('list', { name: 'Taps' })

test('an agent is tapped, another program calls it, and both are seen', async ({ app }) => {
  const { page, window } = app
  await window.startDemo()
  await page.getByRole('button', { name: 'Tap this agent' }).click()
  const dialog = dialogs.taps(page)
  await expect(dialog.getByText('No taps', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Tap this agent' }).click()
  const taps = tapsOf(page)
  await expect(taps).toContainText('no calls yet')
  const address = (await taps.getByText(/^http:/).textContent()) ?? ''
  await taps.getByRole('button', { name: 'Copy address' }).click()
  await expect(taps.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  expect(await call(address)).toBe(200)
  await expect(taps).toContainText(/2 requests over \d connections? · called by node, orchestrator\/2/)

  const { port } = new URL(address)
  await dialog.getByLabel('Port').fill(port)
  await dialog.getByRole('button', { name: 'Tap this agent' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`Another tap has port ${port}`)

  await taps.getByRole('button', { name: 'Stop the tap of Travel concierge' }).click()
  await expect(taps).toContainText('Stopped')
  await taps.getByRole('button', { name: 'Start the tap of Travel concierge' }).click()
  await expect(taps).toContainText(address)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await window.show('console')
  const exchange = grids.exchanges(page).getByText('SendMessage')
  await exchange.click()
  await tabs.headers(page).click()
  await expect(page.getByText(/Through the tap http:.* from 127\.0\.0\.1:\d+, orchestrator\/2/)).toBeVisible()
})

test('traffic of another program is marked, and changes neither the conversation nor the draft', async ({
  app,
}) => {
  const { page, window } = app
  const chat = new ChatPage(page)
  await window.startDemo()
  const address = await window.tapAgent()
  const mark = window.chat.getByRole('status').getByRole('button')

  // Nothing was sent yet: the empty chat stays, with its prompts.
  await window.message.fill('half a sentence')
  expect(await call(address)).toBe(200)
  await expect(mark).toHaveText('1 new conversation from orchestrator/2')
  await expect(window.chat.getByRole('list', { name: 'Example prompts' })).toBeVisible()
  await window.say('help')
  await expect(chat.theirs()).toHaveCount(1)

  await window.message.fill('mine')
  expect(await call(address)).toBe(200)
  await expect(mark).toHaveText('2 new conversations from orchestrator/2')
  await expect(chat.mine()).toHaveText([/help/])
  await expect(window.message).toHaveValue('mine')
  await expect(regions.taskTimeline(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(chat.mine()).toHaveText([/help/, /mine/])

  await mark.click()
  const listed = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  await expect(listed).toHaveText([/orchestrator.*hello/, /help/, /orchestrator.*hello/])
  await listed.first().getByRole('button').first().click()
  await expect(window.conversation.getByRole('article', { name: 'Caller' })).toContainText('hello')
  await expect(chat.mine()).toHaveCount(0)
  await expect(mark).toHaveCount(0)
})

test('a tap has its port after a restart, and is gone when it is removed', async ({ app }) => {
  await app.window.startDemo()
  await app.page.getByRole('button', { name: 'Tap this agent' }).click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'Tap this agent' }).click()
  const address =
    (await tapsOf(app.page)
      .getByText(/^http:/)
      .textContent()) ?? ''
  await app.restart()
  // Taps may open after the window.
  await expect.poll(() => call(address).catch(String)).toBe(200)
  await app.page.getByRole('button', { name: 'Tap this agent' }).click()
  await expect(tapsOf(app.page)).toContainText(address)
  await tapsOf(app.page).getByRole('button', { name: 'Remove the tap of Travel concierge' }).click()
  await expect(app.page.getByText('No taps', { exact: true })).toBeVisible()
})

test('no tap is removed by a second click at the same point, and a removed one can be brought back', async ({
  app,
}) => {
  const { page, window } = app
  await window.startDemo()
  await page.getByRole('button', { name: 'Tap this agent' }).click()
  const dialog = dialogs.taps(page)
  const taps = tapsOf(page).getByText(/^http:/)
  const undo = dialog.getByRole('button', { name: 'Undo removing the tap of Travel concierge' })
  const click = async () => {
    await page.mouse.down()
    await page.mouse.up()
  }
  await dialog.getByRole('button', { name: 'Tap this agent' }).hover()
  await click()
  await expect(taps).toHaveCount(1)
  await click()
  await expect(taps).toHaveCount(2)

  await tapsOf(page).getByRole('button', { name: 'Remove the tap of Travel concierge' }).first().hover()
  await click()
  await expect(taps).toHaveCount(1)
  await expect(undo).toHaveCount(1)
  await click()
  await dialog.getByRole('heading', { name: 'Taps', exact: true }).hover()
  await expect(taps).toHaveCount(1)
  await undo.click()
  await expect(taps).toHaveCount(2)
  await expect(undo).toHaveCount(0)
})

test('a fault on purpose reaches the caller, the record has what the agent sent, and says so', async ({
  app,
}) => {
  const { page, window } = app
  await window.startDemo()
  await page.getByRole('button', { name: 'Tap this agent' }).click()
  const dialog = dialogs.taps(page)
  await dialog.getByRole('button', { name: 'Tap this agent' }).click()
  const address =
    (await tapsOf(page)
      .getByText(/^http:/)
      .textContent()) ?? ''
  await dialog.getByText('Fault injection').click()
  await dialog.getByLabel('Operation or method').fill('send')
  await tapsOf(page).getByRole('combobox', { name: 'Fault' }).selectOption('status')
  await dialog.getByLabel('HTTP status in place of the response').fill('503')
  await dialog.getByRole('button', { name: 'Add fault' }).click()
  const faults = page.getByRole('list', { name: 'Faults of the tap of Travel concierge' })
  await expect(faults).toContainText('send · status: 503')
  expect(await call(address)).toBe(503)
  await faults.getByRole('button', { name: 'Remove status of send' }).click()
  await expect(dialog.getByText('Fault injection (1)')).toHaveCount(0)
  expect(await call(address)).toBe(200)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await window.show('console')
  await grids.exchanges(page).getByText('SendMessage').first().click()
  await tabs.headers(page).click()
  await expect(page.getByText(/Parley injected a fault into this response\. status: 503/)).toBeVisible()
  await expect(page.getByText(/^HTTP\/1\.1 200/)).toBeVisible()
})

/** Without an agent. */
async function openByCommand(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('Tap this agent')
  await page.keyboard.press('Enter')
}

/** Like a client with the address as its HTTP_PROXY. */
async function callThrough(proxy: string, url: string, body?: object): Promise<number> {
  const { hostname, port } = new URL(proxy)
  const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0', 'User-Agent': 'orchestrator/2' }
  const sent = request({ hostname, port, path: url, method: body ? 'POST' : 'GET', headers, agent: false })
  sent.end(body && JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await response.resume().toArray()
  return response.statusCode ?? 0
}

test('a forward proxy records calls to any agent, which is then in the list, and lists tunnels', async ({
  app,
}) => {
  const { page } = app
  const behind = await agent({ dialect: '1.0', name: 'Hotel finder' })
  await openByCommand(page)
  const dialog = dialogs.taps(page)
  await dialog.getByRole('button', { name: 'Start forward proxy' }).click()
  const taps = tapsOf(page)
  await expect(taps).toContainText('no calls yet')
  const address = (await taps.getByText(/^http:/).textContent()) ?? ''
  await expect(taps).toContainText(`HTTP_PROXY=${address} http_proxy=${address}`)
  await expect(taps.getByRole('button', { name: 'Copy variables for HTTPS' })).toBeVisible()

  expect(await callThrough(address, `${behind.url}/.well-known/agent-card.json`)).toBe(200)
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hello' }] }
  const text = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
  expect(await callThrough(address, `${behind.url}/`, text)).toBe(200)
  const { hostname, port, host } = new URL(address)
  const tunnel = request({
    hostname,
    port,
    method: 'CONNECT',
    path: new URL(behind.url).host,
    agent: false,
  }).end()
  const [, socket] = await once(tunnel, 'connect')
  socket.end()
  await expect(taps).toContainText(
    '3 requests over 3 connections · 1 tunnel, not read · called by orchestrator/2',
  )
  await expect(taps).toContainText(`to ${behind.url}`)
  expect(await callThrough(address, `http://${host}/`)).toBe(508)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await expect(page.getByRole('list', { name: 'Agents' })).toContainText('Hotel finder')
  const exchanges = grids.exchanges(page)
  await app.window.show('console')
  await expect(exchanges).toContainText(`CONNECT ${new URL(behind.url).host}`)
  await exchanges.getByText('CONNECT').click()
  await expect(page.getByText('A tunnel, which isn’t read: 0 bytes from the caller')).toBeVisible()
  await exchanges.getByText('SendMessage').click()
  await tabs.headers(page).click()
  await expect(
    page.getByText(/Through the forward proxy http:.* from 127\.0\.0\.1:\d+, orchestrator\/2/),
  ).toBeVisible()

  await app.restart()
  await openByCommand(app.page)
  await expect(tapsOf(app.page)).toContainText(address)
  await tapsOf(app.page).getByRole('button', { name: 'Remove the forward proxy' }).click()
  await expect(app.page.getByText('No taps', { exact: true })).toBeVisible()
  await behind.close()
})

test('a signed card is rewritten or served as it is, and what then bypasses the tap is listed', async ({
  app,
}) => {
  const { page, window } = app
  const signatures = [{ protected: 'e30', signature: 'AA' }]
  const behind = await agent({ dialect: '1.0', name: 'Signer', card: (card) => ({ ...card, signatures }) })
  await window.connect(behind.url)
  await page.getByRole('button', { name: 'Tap this agent' }).click()
  const dialog = dialogs.taps(page)
  await dialog.getByRole('button', { name: 'Tap this agent' }).click()
  const taps = tapsOf(page)
  await expect(taps).toContainText('The card of Signer is signed; the tap serves it without its signature.')
  const address = (await taps.getByText(/^http:/).textContent()) ?? ''
  await taps.getByRole('combobox', { name: 'Signed card' }).selectOption('as-is')
  await expect(taps).toContainText(`Calls to ${behind.url}/ bypass the tap.`)
  const card = await (await fetch(new URL('/.well-known/agent-card.json', address))).json()
  expect(card.signatures).toEqual(signatures)
  await behind.close()
})
