import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures/app.ts'
import { dialogs } from '../pages/places.ts'

test('a dialog without a field to begin with has the focus itself, and Tab leads into it', async ({
  app,
}) => {
  await app.page.keyboard.press('ControlOrMeta+,')
  const settings = dialogs.settings(app.page)
  await expect(settings).toBeFocused()
  await expect(settings).toHaveCSS('outline-style', 'none')
  await app.page.keyboard.press('Tab')
  await expect(settings.getByRole('button', { name: 'Close' }).first()).toBeFocused()
})

test('? is a character where one writes', async ({ app }) => {
  const { page, window } = app
  await window.address.focus()
  await page.keyboard.type('?')
  await expect(window.address).toHaveValue('?')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a key is changed by pressing another, works at once and after a restart, and is reset', async ({
  app,
  dataDir,
}) => {
  const sheet = () => dialogs.keyboardShortcuts(app.page)
  const key = (title: string) => sheet().getByRole('button', { name: `Key of “${title}”:` })
  const title = 'Go to the console'
  await app.page.keyboard.press('?')
  await key(title).click()
  await app.page.keyboard.press('ControlOrMeta+c')
  await expect(sheet().getByRole('status')).toContainText('These keys are for editing text.')
  await app.page.keyboard.press('Escape')
  await expect(key(title)).toContainText('Ctrl+2')

  await key(title).click()
  await app.page.keyboard.press('ControlOrMeta+j')
  await expect(key(title)).toContainText('Ctrl+J')
  const store = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '')
  await expect.poll(store).toContain('"Mod+J"')
  await app.restart()
  await app.page.keyboard.press('ControlOrMeta+2')
  await expect(app.window.chat).toBeVisible()
  await app.page.keyboard.press('ControlOrMeta+j')
  await expect(app.window.console).toBeVisible()

  await app.page.keyboard.press('?')
  await sheet()
    .getByRole('button', { name: `Reset the key of “${title}”` })
    .click()
  await expect(key(title)).toContainText('Ctrl+2')
})
