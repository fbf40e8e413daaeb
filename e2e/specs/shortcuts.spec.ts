import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'

test('? shows every key, found by name or by key, and axe finds nothing', async ({ app }) => {
  const { page, window } = app
  await expect(window.chat).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const rows = sheet.getByRole('listitem')
  await expect(sheet.getByRole('region', { name: 'Agent', exact: true })).toContainText('Send the message')
  await expect(sheet.getByRole('region', { name: 'These can’t be changed' })).toContainText('Esc')
  expect(await violations(page)).toEqual([])
  const box = sheet.getByRole('searchbox', { name: 'Find a keyboard shortcut' })
  await expect(box).toBeFocused()
  await box.fill('toggle console')
  await expect(rows).toHaveText([/Toggle the console/])
  await box.fill('Ctrl+L')
  await expect(rows.first()).toContainText('Go to the agent address')
  await box.fill('no such thing')
  await expect(sheet).toContainText('No name or key has “no such thing” in it.')
  // The first clears what is looked for.
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('a dialog without a field to begin with has the focus itself, and Tab leads into it', async ({
  app,
}) => {
  await app.page.keyboard.press('ControlOrMeta+,')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
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
  const sheet = () => app.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const key = (title: string) => sheet().getByRole('button', { name: `Key of “${title}”:` })
  const title = 'Toggle the console'
  await app.page.keyboard.press('?')
  await key(title).click()
  await app.page.keyboard.press('ControlOrMeta+c')
  await expect(sheet().getByRole('status')).toContainText('These keys are for editing text.')
  await app.page.keyboard.press('Escape')
  await expect(key(title)).toContainText('Ctrl+4')

  await key(title).click()
  await app.page.keyboard.press('ControlOrMeta+j')
  await expect(key(title)).toContainText('Ctrl+J')
  const kept = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '')
  await expect.poll(kept).toContain('"Mod+J"')
  await app.restart()
  await expect(app.window.console).toBeVisible()
  await app.page.keyboard.press('ControlOrMeta+4')
  await app.page.keyboard.press('ControlOrMeta+j')
  await expect(app.window.console).toBeHidden()

  await app.page.keyboard.press('?')
  await sheet()
    .getByRole('button', { name: `Reset the key of “${title}”` })
    .click()
  await expect(key(title)).toContainText('Ctrl+4')
})

test('a key that another command has is asked about, and all keys are reset at once', async ({ app }) => {
  const { page, window } = app
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const key = (title: string) => sheet.getByRole('button', { name: `Key of “${title}”:` })
  await expect(window.chat).toBeVisible()
  await page.keyboard.press('?')
  await key('Reset the layout').click()
  await page.keyboard.press('ControlOrMeta+4')
  await expect(sheet.getByRole('alert')).toContainText('Ctrl+4 is the key of “Toggle the console”.')
  await sheet.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(key('Reset the layout')).toContainText('None')

  await key('Reset the layout').click()
  await page.keyboard.press('ControlOrMeta+4')
  await sheet.getByRole('button', { name: 'Use it here instead' }).click()
  await expect(key('Reset the layout')).toContainText('Ctrl+4')
  await expect(key('Toggle the console')).toContainText('None')

  await sheet.getByRole('button', { name: 'Reset all' }).click()
  await expect(key('Reset the layout')).toContainText('None')
  await expect(key('Toggle the console')).toContainText('Ctrl+4')
})

test('the palette says how to give a command a key', async ({ app }) => {
  const { page } = app
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('reset the layout')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await expect(palette).toContainText('“Reset the layout” has no keyboard shortcut')
  await palette.getByRole('button', { name: 'Add one' }).click()
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByRole('button', { name: 'Key of “Reset the layout”:' }).click()
  await page.keyboard.press('F8')
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('reset the layout')
  await expect(palette).toContainText('F8 runs “Reset the layout”')
})
