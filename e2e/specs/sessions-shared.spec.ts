import { pathToFileURL } from 'node:url'
import { expect, test } from '../fixtures/agents.ts'
import { exportedPage } from '../pages/exported-page.ts'
import { ParleyWindow } from '../pages/parley-window.ts'
import { grids, tabs } from '../pages/places.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a session as a page opens from disk with no network and shows the same', async ({
  app,
  agents,
  browser,
}, info) => {
  test.slow()
  const { page, window } = app
  await window.startDemo()
  await window.say('hello')
  // Its answer has the context in which the next message continues.
  await expect(window.conversation).toContainText('I am a travel concierge')
  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  const webhooks = new WebhooksPage(page)
  await webhooks.waitingAt((await agents.named('push-good')).url)
  await webhooks.answer()
  const file = await exportedPage(page, info, () => window.run('Export the recording'))

  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } })
  const shared = await context.newPage()
  const refused: string[] = []
  shared.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  shared.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) refused.push(request.url())
  })
  await shared.goto(pathToFileURL(file).href)
  const parleyWindow = new ParleyWindow(shared)
  await parleyWindow.showCard()
  await expect(parleyWindow.card.getByRole('heading', { name: 'Travel concierge' })).toBeVisible()
  // Rows above the visible ones are not drawn.
  await expect(async () => {
    await parleyWindow.conversation.evaluate((log) => log.scrollTo(0, 0))
    await expect(parleyWindow.conversation).toContainText('I am a travel concierge', { timeout: 500 })
  }).toPass({ timeout: 10_000 })
  await expect(parleyWindow.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  await parleyWindow.conversation.getByRole('article', { name: 'Task completed' }).click()
  await expect(parleyWindow.timeline).toContainText('completed')
  await parleyWindow.show('console')
  await expect(parleyWindow.exchange('SendStreamingMessage').first()).toContainText('200')
  await parleyWindow.exchange('SendMessage').first().click()
  await expect(parleyWindow.console).toContainText('SendMessage')
  await expect(parleyWindow.message).toHaveCount(0)
  for (const name of ['Load icon', 'Copy as', 'Resend', 'Choose or detect', 'Fetch the extended card']) {
    await expect(shared.getByRole('button', { name })).toHaveCount(0)
  }
  const hooks = new WebhooksPage(shared)
  await hooks.open()
  await expect(hooks.calls.getByRole('row')).toHaveCount(4)
  await expect(hooks.call(2)).toContainText('completed')
  await tabs.findings(parleyWindow.console).click()
  await expect(grids.findings(parleyWindow.console)).toContainText('Cache-Control')
  const fonts = () => shared.evaluate(() => [...document.fonts].map(({ status }) => status))
  expect(await fonts()).toEqual(['loaded', 'loaded'])
  await shared.getByRole('button', { name: /theme/ }).click()
  await expect(shared.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(refused).toEqual([])
  await context.close()
})

test('of two agents the page shows whom it began with, and whichever a message that is looked at went to', async ({
  app,
  agents,
  browser,
}, info) => {
  const { window } = app
  await window.connect((await agents.named('v0.3')).url)
  await window.say('direct')
  await expect(window.conversation).toContainText('direct reply')
  await window.connect((await agents.named('v1.0')).url)
  await window.say('hi', 'Stream')
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  const file = await exportedPage(app.page, info, () => window.run('Export the recording'))

  const shared = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await shared.goto(pathToFileURL(file).href)
  const parleyWindow = new ParleyWindow(shared)
  await expect(parleyWindow.chat).toContainText('with v0.3')
  await expect(parleyWindow.conversation).toContainText('direct reply')
  await parleyWindow.show('console')
  await parleyWindow.exchange('SendStreamingMessage').click()
  await parleyWindow.show('chat')
  await expect(parleyWindow.chat).toContainText('with v1.0')
  await expect(parleyWindow.conversation).toContainText('chunk0')
  await expect(parleyWindow.timeline).toContainText('completed')
  await parleyWindow.show('console')
  await parleyWindow.exchange('message/send').click()
  await parleyWindow.show('chat')
  await expect(parleyWindow.chat).toContainText('with v0.3')
  await expect(parleyWindow.conversation).toContainText('direct reply')
  // Another agent can be selected, and nothing changed.
  await parleyWindow.agents.getByRole('button', { name: /^v1\.0/ }).click()
  await expect(parleyWindow.chat).toContainText('with v1.0')
  await expect(parleyWindow.agentRows).toHaveCount(2)
  await expect(parleyWindow.agents.getByRole('button', { name: /^(Remove|New)/ })).toHaveCount(0)
  await shared.close()
})
