import type { Page } from '@playwright/test'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { cutOff } from '../fixtures/overflow.ts'

const panes = ['Go to the webhooks', 'Go to the checks', 'Compose a request']
const dialogs = [
  'Settings',
  'Keyboard shortcuts',
  'Parley updates',
  'Connection settings of the agent',
  'List the tasks of the agent',
  'Export the session',
  'Copy or save the timeline',
  'Save the exchange as HAR',
]

/** 900 by 600, as it is and at 125 %. */
const sizes = [
  { width: 900, height: 600 },
  { width: 720, height: 480 },
]

test('in small windows, at 125 %, in forced colours and comfortable, every pane and dialog is whole and axe finds nothing', async ({
  app,
}) => {
  test.slow()
  const { page, window } = app
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await window.exchange('SendStreamingMessage').click()
  await page.locator('html').evaluate((root) => root.setAttribute('data-density', 'comfortable'))
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect.poll(() => cutOff(page)).toEqual([])
  }
  expect(await violations(page)).toEqual([])
  for (const dialog of dialogs) {
    await window.run(dialog)
    await page.locator('dialog.dialog[open]').waitFor()
    expect(await wrong(page, 'dialog[open]'), dialog).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
  }
  for (const pane of panes) {
    await window.run(pane)
    expect(await wrong(page, '[data-testid=console]'), pane).toEqual([])
  }
})

async function wrong(page: Page, within: string): Promise<readonly string[]> {
  return [...(await cutOff(page)), ...(await violations(page, within))]
}
