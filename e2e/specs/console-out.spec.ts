import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures/agents.ts'
import { copied } from '../pages/clipboard.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { dialogs, regions } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

test('an exchange is copied as cURL by its key, its secrets only after a question', async ({
  app,
  agents,
}) => {
  const kit = await agents.made({ dialect: '1.0' })
  const { window, page } = app
  const wire = new ConsolePage(page)
  await wire.openExchange(kit.url, 'direct once')
  await page.getByRole('button', { name: 'Edit and resend' }).click()
  const { composer } = wire
  await composer
    .getByRole('textbox', { name: /^Headers/ })
    .fill('Content-Type: application/json\nX-Api-Key: my-own-secret')
  await composer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(window.exchange('SendMessage')).toHaveCount(2)
  await expect(wire.tabs).toBeVisible()

  await page.keyboard.press('ControlOrMeta+Shift+c')
  const locator = page.getByRole('status').filter({ hasText: 'Copied as cURL (bash)' })
  await expect(locator).toHaveText('Copied as cURL (bash). A secret is redacted.')
  await expect.poll(copied(page)).toContain("-H 'X-Api-Key: <secret>'")
  await page.getByRole('button', { name: 'Copy with secrets…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy with secrets', exact: true }).click()
  await expect(locator).toHaveText('Copied as cURL (bash), with its secrets.')
  await expect.poll(copied(page)).toContain("-H 'X-Api-Key: my-own-secret'")

  await page.getByRole('button', { name: 'Copy as' }).click()
  await page.getByRole('menuitem', { name: 'A2A SDK (Python)' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied as A2A SDK (Python)' })).toBeVisible()
  await expect.poll(copied(page)).toContain('client.send_message(request')
})

test('an exchange is saved as HAR and opened again in the same views; a bug report is one file', async ({
  app,
  agents,
}) => {
  const kit = await agents.made({ dialect: '1.0' })
  const { window, page } = app
  const wire = new ConsolePage(page)
  await wire.openExchange(kit.url, 'many 3', 'Stream')
  await expect(window.events).toContainText('stream ended')
  await wire.choose('Save as HAR or JSON lines…')
  const dialog = dialogs.saveAsFile(page)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Anyone who can read it')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('checkbox').uncheck()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const har = await saved
  expect(har.suggestedFilename()).toMatch(/\.har$/)
  await expect(dialog).toHaveCount(0)

  const reported = page.waitForEvent('download')
  await wire.choose('Save a bug report')
  expect(await readFile(await (await reported).path(), 'utf8')).toContain('# SendStreamingMessage: 200')

  await page.getByLabel('Recording file').setInputFiles({
    name: 'again.har',
    mimeType: 'application/json',
    buffer: await readFile(await har.path()),
  })
  await expect(regions.recordingShown(page)).toBeVisible()
  await window.exchange('SendStreamingMessage').click()
  await expect(window.events).toContainText('chunk')
  await expect(page.getByRole('button', { name: 'Resend', exact: true })).toHaveCount(0)
})
