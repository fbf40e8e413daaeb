// Push notifications through a tap: a caller registers its webhook, the agent posts to an address of the tap, and the window
// shows both.

import { webhookReceiver } from '../agents/webhook-receiver.ts'
import { rpc } from '../agents/wire-client.ts'
import { expect, test } from '../fixtures/app.ts'
import { dialogs, grids, regions, tabs } from '../pages/places.ts'
import { SequencePage } from '../pages/sequence-page.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Like a client with the tap's address: reads the card first. */
async function jsonRpcAt(address: string): Promise<string> {
  const { supportedInterfaces } = await (await fetch(new URL('/.well-known/agent-card.json', address))).json()
  const isRpc = ({ protocolBinding }: { readonly protocolBinding: string }) => protocolBinding === 'JSONRPC'
  return supportedInterfaces.find(isRpc).url
}

test('what an agent posts to a caller’s webhook is in the webhooks, the timeline and the sequence', async ({
  app,
}) => {
  const { page, window } = app
  const webhook = await webhookReceiver()
  await window.startDemo()
  await page.getByRole('button', { name: 'Tap this agent' }).click()
  const dialog = dialogs.taps(page)
  await dialog.getByRole('button', { name: 'Tap this agent' }).click()
  const taps = page.getByRole('list', { name: 'Taps' })
  const address = (await taps.getByText(/^http:/).textContent()) ?? ''
  const choice = taps.getByRole('checkbox', { name: 'Record push notifications' })
  await expect(choice).not.toBeChecked()

  const interfaceUrl = await jsonRpcAt(address)
  const textOf = (text: string, url: string) =>
    rpc(interfaceUrl, 'SendMessage', {
      message: { messageId: url, role: 'ROLE_USER', parts: [{ text }] },
      configuration: { taskPushNotificationConfig: { url, token: 'a-token-of-the-caller' } },
    })
  await textOf('Plan a weekend on the Moon', `${webhook.url}/direct`)
  await expect(taps).toContainText(`Push notifications to ${webhook.url}/direct bypass the tap.`)

  await choice.click()
  await expect(choice).toBeChecked()
  await expect(choice).toBeEnabled()
  await textOf('Tell me when boarding starts', `${webhook.url}/tapped`)
  await expect(taps).toContainText('8 push notifications')
  const posts = await webhook.received(10)
  expect(new Set(posts.map(({ path }) => path))).toEqual(new Set(['/hook/direct', '/hook/tapped']))
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const webhooks = new WebhooksPage(page)
  await webhooks.open()
  await expect(webhooks.calls.getByRole('row')).toHaveCount(9)
  await expect(webhooks.call(7)).toContainText('completed')
  await expect(webhooks.call(7)).toContainText('verified')
  await expect(webhooks.call(7)).toContainText('200')
  await webhooks.call(7).click()
  await expect(regions.sender(webhooks.inspector)).toContainText('Its token matches the one registered.')
  await expect(regions.response(webhooks.inspector)).toContainText(
    `The tap forwarded it to ${webhook.url}/tapped; the response was 200.`,
  )
  await tabs.headers(webhooks.inspector).click()
  await expect(webhooks.inspector).toContainText(/Through the tap, at http:\S+\/tap-webhook\/[\w-]{32}/)
  await webhooks.inspector.getByRole('button', { name: 'Show its task' }).click()
  await expect(grids.events(page)).toContainText('push')

  const sequence = new SequencePage(page)
  await sequence.open()
  await expect(sequence.row('working × 6')).toBeVisible()
  await sequence.view('Map')
  await expect(sequence.edges.filter({ hasText: 'pushes' })).toContainText(['Travel concierge'])
  await webhook.close()
})
