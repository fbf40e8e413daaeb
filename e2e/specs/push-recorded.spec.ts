import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/agents.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

// In a low window the sessions are folded to their head.
test.use({ viewport: { width: 1440, height: 900 } })

test('webhook calls are there in a recording and in the page that is shared, and nothing listens', async ({
  app,
  agents,
  browser,
}, info) => {
  test.slow()
  const agent = await agents.named('push-good')
  const live = new WebhooksPage(app.page)
  await live.waitingAt(agent.url)
  await live.answer()
  await live.list('Calls')
  await expect(live.calls.getByRole('row')).toHaveCount(4)
  await app.window.run('Export the session')
  const dialog = app.page.getByRole('dialog', { name: 'Export this session' })
  await dialog.getByRole('radio', { name: /A web page/ }).check()
  const download = app.page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const file = info.outputPath('session.html')
  await (await download).saveAs(file)

  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } })
  const shared = await context.newPage()
  await shared.goto(pathToFileURL(file).href)
  await looksBack(shared)
  await context.close()

  await app.window.run('End this session and begin a new one')
  const sessions = app.page.getByRole('list', { name: 'Sessions' })
  await sessions
    .getByRole('button', { name: /push-good.*exchange/ })
    .last()
    .click()
  await app.page.getByRole('region', { name: 'Recording shown' }).waitFor()
  await looksBack(app.page)
})

async function looksBack(page: Page): Promise<void> {
  const webhooks = new WebhooksPage(page)
  await webhooks.open()
  await expect(webhooks.calls.getByRole('row')).toHaveCount(4)
  await expect(webhooks.call(2)).toContainText('proven')
  await webhooks.call(2).click()
  await expect(webhooks.group('Update')).toContainText('It reported that the task is completed.')
  await expect(webhooks.group('Sender')).toContainText('Its token matches the one registered.')
  await expect(webhooks.console.getByText('its configuration')).toHaveCount(0)
  await expect(webhooks.console.getByRole('button', { name: 'Turn on' })).toHaveCount(0)
  await webhooks.console.getByRole('button', { name: 'Refused' }).click()
  await webhooks.console.getByRole('button', { name: 'Show all calls' }).click()
  await expect(webhooks.calls.getByRole('row')).toHaveCount(4)
}
