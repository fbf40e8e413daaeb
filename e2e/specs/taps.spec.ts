import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** As a client that is given the address: the card first. */
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
  const dialog = page.getByRole('dialog', { name: 'Taps' })
  await expect(dialog.getByText('No taps', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Tap this agent' }).click()
  const taps = tapsOf(page)
  await expect(taps).toContainText('no calls yet')
  const address = (await taps.getByText(/^http:/).textContent()) ?? ''
  expect(await call(address)).toBe(200)
  await expect(taps).toContainText(/2 exchanges over \d connections? · called by node, orchestrator\/2/)

  const { port } = new URL(address)
  await dialog.getByLabel('Port').fill(port)
  await dialog.getByRole('button', { name: 'Tap this agent' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`Another tap has port ${port}`)

  await taps.getByRole('button', { name: 'Stop the tap of Travel concierge' }).click()
  await expect(taps).toContainText('Stopped')
  await taps.getByRole('button', { name: 'Start the tap of Travel concierge' }).click()
  await expect(taps).toContainText(address)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const exchange = page.getByRole('grid', { name: 'Exchanges' }).getByText('SendMessage')
  await exchange.click()
  await page.getByRole('tab', { name: 'Headers' }).click()
  await expect(page.getByText(/Through the tap http:.* from 127\.0\.0\.1:\d+, orchestrator\/2/)).toBeVisible()
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
  expect(await call(address)).toBe(200)
  await app.page.getByRole('button', { name: 'Tap this agent' }).click()
  await expect(tapsOf(app.page)).toContainText(address)
  await tapsOf(app.page).getByRole('button', { name: 'Remove the tap of Travel concierge' }).click()
  await expect(app.page.getByText('No taps', { exact: true })).toBeVisible()
})

test('a fault on purpose reaches the caller, the record has what the agent sent, and says so', async ({
  app,
}) => {
  const { page, window } = app
  await window.startDemo()
  await page.getByRole('button', { name: 'Tap this agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Taps' })
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
  await page.getByRole('grid', { name: 'Exchanges' }).getByText('SendMessage').first().click()
  await page.getByRole('tab', { name: 'Headers' }).click()
  await expect(page.getByText(/Parley injected a fault into this response\. status: 503/)).toBeVisible()
  await expect(page.getByText(/^HTTP\/1\.1 200/)).toBeVisible()
})
