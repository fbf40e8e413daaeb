import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { type App, expect, test } from '../fixtures/app.ts'
import { runServe } from '../fixtures/serve-front.ts'
import { dialogs, regions } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 } })

async function exported({ page, window }: App, part = 'Entire recording'): Promise<Buffer> {
  await window.run('Export the recording')
  const dialog = dialogs.exportSession(page)
  await dialog.getByRole('radio', { name: part }).check()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await download
  await expect(dialog).toHaveCount(0)
  expect(file.suggestedFilename()).toMatch(/^Travel-concierge-.*\.parley$/)
  return readFile(await file.path())
}

async function drop(page: Page, bytes: Buffer): Promise<void> {
  const data = await page.evaluateHandle((base64) => {
    const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'talk.parley'))
    return transfer
  }, bytes.toString('base64'))
  await regions.agents(page).dispatchEvent('drop', { dataTransfer: data })
}

test('a session goes out as a file and comes in by being dropped on the window or named on the command line', async ({
  app,
  dataDir,
}, info) => {
  const { page, window } = app
  await window.startDemo()
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
  const part = gunzipSync(await exported(app, 'One conversation')).toString('utf8')
  expect(part).toContain('"partOf":"context"')
  expect(part).toContain('I am a travel concierge')
  const file = await exported(app)

  await drop(page, file)
  await expect(regions.recordingShown(page)).toContainText('Travel concierge')
  await expect(window.conversation).toContainText('I am a travel concierge')
  await window.show('console')
  await expect(window.exchange('SendMessage')).toContainText('200')
  await window.show('chat')
  await window.showCard()
  await expect(window.card.getByRole('heading', { name: 'Travel concierge' })).toBeVisible()
  await expect(window.card.getByRole('button', { name: 'Edit the card' })).toHaveCount(0)
  const imported = (await window.showRecordings()).getByRole('img', { name: 'from a file' })
  await expect(imported).toHaveCount(1)

  const path = info.outputPath('talk.parley')
  await writeFile(path, file)
  expect(runServe(dataDir, [path]).status).toBe(0)
  await expect(imported).toHaveCount(2)
})

test('a session goes out as traces, with what was said only after a second question', async ({ app }) => {
  const { page, window } = app
  await window.startDemo()
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
  const dialog = dialogs.exportSession(page)
  const traces = async (...buttons: readonly string[]) => {
    const download = page.waitForEvent('download')
    for (const name of buttons) await dialog.getByRole('button', { name, exact: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.otlp\.jsonl$/)
    return readFile(await file.path(), 'utf8')
  }
  const choose = async () => {
    await window.run('Export the recording')
    await dialog.getByRole('radio', { name: 'OpenTelemetry traces, JSON' }).check()
  }
  await choose()
  const without = await traces('Export')
  expect(without).toContain('"SendMessage"')
  expect(without).not.toContain('I am a travel concierge')

  await choose()
  await dialog.getByRole('checkbox', { name: 'Include message text' }).check()
  const withText = await traces('Export', 'Export with message text')
  expect(withText).toContain('I am a travel concierge')
})

test('a file that was changed is not kept unless what is whole of it is asked for', async ({ app }) => {
  const { page, window } = app
  await window.startDemo()
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
  const text = gunzipSync(await exported(app)).toString('utf8')
  const changed = gzipSync(text.replaceAll('I am a travel concierge', 'I am a genie'))

  await drop(page, changed)
  const dialog = dialogs.damagedSession(page)
  await expect(dialog.getByRole('alert')).toContainText('changed after Parley wrote it')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(regions.recordingShown(page)).toHaveCount(0)

  await drop(page, changed)
  await dialog.getByRole('button', { name: 'Import the intact part' }).click()
  await expect(window.conversation).toContainText('I am a genie')

  await drop(page, Buffer.from('no session at all'))
  const failed = dialogs.unopenedFile(page)
  await expect(failed.getByRole('alert')).toHaveText('This is not a Parley recording.')
})
