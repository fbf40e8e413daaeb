import type { Page } from '@playwright/test'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { cutOff } from '../fixtures/overflow.ts'
import { isFullRun } from '../full-run.ts'
import { CardPage } from '../pages/card-page.ts'
import { dialogs, regions } from '../pages/places.ts'

const panes = ['Show webhooks', 'Show sequence', 'Show checks', 'Compose a request']
const named = [
  'Settings',
  'Keyboard shortcuts',
  'Parley updates',
  'Connection settings of the agent',
  'List the tasks of the agent',
  'Export the recording',
  'Copy or save the timeline',
  'Save the request as HAR',
  'Mark or annotate the request',
  'Tap this agent',
  'Send traces to an endpoint',
  'Reconcile the task',
]

/** 900 by 600, at 100 % and 125 %. */
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
  await window.show('console')
  await window.exchange('SendStreamingMessage').click()
  await page.locator('html').evaluate((root) => root.setAttribute('data-density', 'comfortable'))
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect.poll(() => cutOff(page)).toEqual([])
  }
  expect(await violations(page)).toEqual([])
  for (const dialog of isFullRun ? named : named.slice(0, 2)) {
    await window.run(dialog)
    await page.locator('dialog.dialog[open]').waitFor()
    expect(await wrong(page, 'dialog[open]'), dialog).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
  }
  for (const pane of panes) {
    await window.run(pane)
    expect(await wrong(page, 'main'), pane).toEqual([])
  }
})

test('in a small window, at 125 % and in forced colours, the dialogs of a card, a session and the settings are whole', {
  tag: '@full',
}, async ({ app }) => {
  test.slow()
  const { page, window } = app
  const card = new CardPage(page)
  const shown = page.locator('dialog[open]')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await page.locator('html').evaluate((root) => root.setAttribute('data-density', 'comfortable'))
  await page.setViewportSize({ width: 720, height: 480 })
  const look = async (dialog: string) => {
    await shown.waitFor()
    expect(await wrong(page, 'dialog[open]'), dialog).toEqual([])
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
  }
  for (const dialog of ['connection', 'access', 'signatures', 'extendedCard'] as const) {
    await card.open(dialog)
    await look(dialog)
  }
  for (const [button, dialog] of [
    ['Space on disk', dialogs.spaceOnDisk(page)],
    ['Change defaults', dialogs.callDefaults(page)],
  ] as const) {
    await window.run('Settings')
    await shown.getByRole('button', { name: button }).click()
    await dialog.waitFor()
    expect(await wrong(page, 'dialog[open]'), button).toEqual([])
    for (let left = 2; left > 0 && (await shown.count()) > 0; left -= 1) await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
  }
  await window.run('New recording')
  await page.setViewportSize({ width: 900, height: 600 })
  await window.showAgents()
  await (await window.showRecordings()).getByRole('button', { name: /Travel concierge.*1 task/ }).click()
  const banner = regions.recordingShown(page)
  await banner.getByRole('button', { name: 'Compare…' }).click()
  await regions.recordingsCompared(page).waitFor()
  expect(await wrong(page, 'body')).toEqual([])
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Export…' }).click()
  await look('Export…')
  await window.chooseOfRecording('Mock agent…')
  await look('Mock agent…')
  expect(await wrong(page, 'body')).toEqual([])
  await banner.getByRole('button', { name: 'Replay' }).click()
  await regions.replay(page).waitFor()
  expect(await wrong(page, 'body')).toEqual([])
  await window.run('Presenter mode')
  await regions.presenter(page).waitFor()
  expect(await wrong(page, 'body')).toEqual([])
})

async function wrong(page: Page, within: string): Promise<readonly string[]> {
  return [...(await cutOff(page)), ...(await violations(page, within))]
}
