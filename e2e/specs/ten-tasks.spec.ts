// The most frequent tasks, with the fewest possible acts: a click or a chord is one, typing is none.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/agents.ts'
import { CardPage } from '../pages/card-page.ts'
import { ChecksPage } from '../pages/checks-page.ts'
import { copied } from '../pages/clipboard.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { dialogs, regions, tabs } from '../pages/places.ts'
import { TimelinePage } from '../pages/timeline-page.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

declare global {
  var acts: number
}

type InAtMost = (most: number, task: string, act: () => Promise<void>) => Promise<void>

async function counting(page: Page): Promise<InAtMost> {
  await page.evaluate(() => {
    globalThis.acts = 0
    const count = () => {
      globalThis.acts += 1
    }
    window.addEventListener('pointerdown', count, { capture: true })
    const onKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isModifier = ['Control', 'Meta', 'Alt', 'Shift'].includes(key)
      if (!isModifier && (ctrlKey || metaKey || altKey)) count()
    }
    window.addEventListener('keydown', onKey, { capture: true })
  })
  const taken = () => page.evaluate(() => globalThis.acts)
  return (most, task, act) =>
    test.step(task, async () => {
      const before = await taken()
      await act()
      const acts = (await taken()) - before
      expect(acts, task).toBeGreaterThan(0)
      expect(acts, task).toBeLessThanOrEqual(most)
    })
}

test('of an answer: its request, as cURL, again with a change, beside another, for a colleague, and back', async ({
  app,
  agents,
}) => {
  test.slow()
  const { page, window } = app
  const wire = new ConsolePage(page)
  const card = new CardPage(page)
  const timeline = new TimelinePage(page)
  await window.connect((await agents.made({ dialect: '1.0' })).url)
  await window.say('many 3', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  const inAtMost = await counting(page)

  await inAtMost(1, 'the raw request of the last answer', async () => {
    await tabs.request(window.inspector).click()
    await expect(window.inspector.locator('.view-lines')).toContainText('"method"')
  })
  await inAtMost(1, 'it as cURL', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+c')
    await expect.poll(copied(page)).toMatch(/^curl /)
  })
  await inAtMost(3, 'it again, edited', async () => {
    await window.inspector.getByRole('button', { name: 'Edit and resend' }).click()
    const body = wire.composer.locator('.view-lines')
    await expect(body).toBeInViewport()
    await body.click()
    await page.keyboard.type(' ')
    await wire.composer.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(wire.composer).toHaveCount(0)
  })
  await inAtMost(1, 'back to where I was', async () => {
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(timeline.pane).toContainText('completed')
  })
  await window.say('fail', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task failed' }).waitFor()
  await inAtMost(1, 'the error in a failing stream', async () => {
    await timeline.row('failed').click()
    await expect(timeline.detail.locator('.view-lines')).toContainText('TASK_STATE_FAILED')
  })
  await window.show('console')
  await inAtMost(3, 'two answers compared', async () => {
    const calls = window.exchange('SendStreamingMessage')
    await calls.first().click()
    await calls.last().click({ modifiers: ['ControlOrMeta'] })
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(regions.twoExchangesCompared(page)).toBeVisible()
  })
  await inAtMost(2, 'an export for a colleague', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+e')
    const download = page.waitForEvent('download')
    await dialogs.exportSession(page).getByRole('button', { name: 'Export', exact: true }).click()
    await download
  })
  await window.run('Start the demo agent')
  await expect(page.getByRole('banner')).toContainText('1.0 · JSON-RPC')
  await inAtMost(2, 'another version', async () => {
    await card.open('connection')
    await card.dialog.getByRole('button', { name: /^Use this: 0\.3 JSON-RPC/ }).click()
    await expect(page.getByRole('banner')).toContainText('0.3 · JSON-RPC')
  })
})

test('why no webhook arrived is a link under the message', async ({ app, agents }) => {
  const webhooks = new WebhooksPage(app.page)
  await webhooks.waitingAt((await agents.named('push-good')).url)
  await app.window.show('chat')
  // Ten seconds of silence.
  await app.page.clock.install()
  await app.page.clock.fastForward(10_000)
  const inAtMost = await counting(app.page)
  await inAtMost(1, 'why no webhook arrived', async () => {
    await app.window.conversation.getByRole('button', { name: 'Why no webhook arrived' }).click()
    await expect(regions.nothingArrived(webhooks.console).getByRole('listitem').first()).toBeVisible()
  })
})

test('conformance, and then the bytes of a test that failed', async ({ app, agents }) => {
  test.slow()
  const checks = new ChecksPage(app.page)
  await app.window.connect((await agents.named('no-first-task')).url)
  const inAtMost = await counting(app.page)
  await inAtMost(3, 'conformance, and then the bytes of a test that failed', async () => {
    await checks.open()
    await checks.run()
    await checks.results.getByRole('row').filter({ hasText: 'failed' }).nth(1).click()
    await expect(app.window.inspector.locator('.view-lines').first()).toBeVisible()
  })
})
