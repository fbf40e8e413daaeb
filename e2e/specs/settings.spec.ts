import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { dialogs, regions } from '../pages/places.ts'

test('theme, density, motion and how long sessions are kept are chosen in the settings, hold at once and after a restart', async ({
  app,
  dataDir,
}) => {
  const look = () => app.page.evaluate(() => ({ ...document.documentElement.dataset }))
  const typeSize = () => app.page.evaluate(() => getComputedStyle(document.body).fontSize)
  await app.page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(app.window.chat).toBeVisible()
  expect(await typeSize()).toBe('13px')
  await app.page.keyboard.press('ControlOrMeta+,')
  const settings = dialogs.settings(app.page)
  const choose = (setting: string, choice: string) =>
    settings.getByRole('group', { name: setting }).getByRole('button', { name: choice }).click()
  const button = settings.getByRole('button', { name: 'Check for updates…' })
  await expect(button).not.toHaveCSS('transition-duration', '0s')
  await choose('Theme', 'Light')
  await choose('Density', 'Comfortable')
  await choose('Motion', 'Reduced')
  const chosen = { theme: 'light', density: 'comfortable', motion: 'reduced' }
  await expect.poll(look).toMatchObject(chosen)
  expect(await typeSize()).toBe('14px')
  await expect(button).toHaveCSS('transition-duration', '0s')
  expect(await violations(app.page)).toEqual([])
  const store = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '{}')
  await settings.getByLabel('Keep recordings').selectOption({ label: '30 days' })
  await expect.poll(async () => JSON.parse(await store())).toMatchObject({ ...chosen, keepDays: 30 })

  await app.restart()
  await expect(app.window.chat).toBeVisible()
  await expect.poll(look).toMatchObject(chosen)
  await app.window.run('Settings')
  await expect(app.page.getByLabel('Keep recordings')).toHaveValue('30')
})

test('the settings say where data lies, and lead to the rest', async ({ app, dataDir }) => {
  const { page } = app
  await app.window.run('Settings')
  const settings = dialogs.settings(page)
  await expect(settings).toContainText(dataDir)
  await expect(settings).toContainText('Parley itself reports nothing about you or your agents to anyone.')
  await expect(regions.recordingsAndData(settings)).toContainText('parley.log')
  await settings.getByRole('button', { name: 'Space on disk' }).click()
  const space = dialogs.spaceOnDisk(page)
  await space.getByRole('button', { name: 'Close' }).last().click()
  await app.window.run('Settings')
  await settings.getByRole('button', { name: 'Address and port…' }).click()
  await dialogs.webhookReceiver(page).getByRole('button', { name: 'Close' }).first().click()
  await app.window.run('Settings')
  await settings.getByRole('button', { name: 'Show and change' }).click()
  await expect(dialogs.keyboardShortcuts(page)).toBeVisible()
  await expect(settings).toBeHidden()
})

test('defaults for calls hold for every agent without its own, and after a restart', async ({
  app,
  dataDir,
}) => {
  await app.window.startDemo()
  await app.window.run('Settings')
  await dialogs.settings(app.page).getByRole('button', { name: 'Change defaults' }).click()
  const defaults = dialogs.callDefaults(app.page)
  await defaults.getByLabel('Response timeout (s)').fill('42')
  await defaults.getByLabel('Polling interval').selectOption('5000')
  await defaults.getByLabel('Transport').selectOption('REST')
  await defaults.getByLabel('Accepted output modes').fill('text/plain, image/png')
  expect(await violations(app.page)).toEqual([])
  await defaults.getByRole('button', { name: 'Save' }).click()
  await dialogs.settings(app.page).getByRole('button', { name: 'Close' }).last().click()
  await expect(app.page.getByRole('button', { name: /^1\.0 · REST/ })).toBeVisible()
  const calls = {
    ...{ answerSeconds: 42, pollMs: 5_000, binding: 'HTTP+JSON' },
    acceptedOutputModes: ['text/plain', 'image/png'],
  }
  const store = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '{}')
  await expect.poll(async () => JSON.parse(await store())).toMatchObject({ calls })

  await app.restart()
  const { page, window } = app
  await expect(page.getByRole('button', { name: /^1\.0 · REST/ })).toBeVisible()
  await window.run('Connection settings')
  await expect(page.getByRole('dialog').getByText('Default: 42')).toBeVisible()
  await page.keyboard.press('Escape')
  await window.message.fill('hello')
  await window.run('Toggle the request of the message')
  await expect(regions.request(page)).toContainText('"image/png"')
})

test('rows of a list have more room when it is comfortable, and follow each other without a gap', async ({
  app,
}) => {
  const { page, window } = app
  await window.startDemo()
  await window.say('hello')
  await window.show('console')
  await expect(window.exchange('SendMessage')).toBeVisible()
  const rows = async () => {
    const [first, second] = await Promise.all(
      [window.exchange('agent-card.json'), window.exchange('SendMessage')].map((row) => row.boundingBox()),
    )
    const height = first?.height ?? 0
    return { height, rowsApart: Math.abs((second?.y ?? 0) - (first?.y ?? 0)) / height }
  }
  const { height, rowsApart } = await rows()
  expect(rowsApart).toBeGreaterThan(0)
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('button', { name: 'Comfortable' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(rows).toEqual({ height: height + 4, rowsApart })
})
