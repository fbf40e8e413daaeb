import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { dialogs } from '../pages/places.ts'

test('the window is laid out once, in its own fonts, also when they come late', async ({ app }) => {
  const { page, window } = app
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main')) return
      watch.disconnect()
      document.documentElement.dataset['began'] = String(document.fonts.check('13px "Inter Variable"'))
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  const { promise: engineAnswered, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', (route) => engineAnswered.then(() => route.continue()))
  page.on('websocket', (socket) => socket.on('framereceived', () => resolve()))
  await page.reload()
  await window.chat.waitFor()
  await expect(page.locator('html')).toHaveAttribute('data-began', 'true')
  expect(await loadedFonts(page)).toEqual(['Inter Variable', 'JetBrains Mono Variable'])
  // Only the clock of the recording may shift.
  expect(await layoutShift(page)).toBeLessThan(0.001)
})

test('letters of another alphabet bring its part of the fonts', async ({ app }) => {
  await app.window.startDemo()
  await app.window.message.fill('Привет')
  await expect.poll(() => loadedFonts(app.page)).toHaveLength(3)
})

test('the system’s fonts are a choice that holds after a restart', async ({ app, dataDir }) => {
  const family = () => app.page.evaluate(() => getComputedStyle(document.body).fontFamily)
  expect(await family()).toContain('Inter Variable')
  await app.page.keyboard.press('ControlOrMeta+,')
  const settings = dialogs.settings(app.page)
  await settings.getByRole('group', { name: 'Fonts' }).getByRole('button', { name: 'System' }).click()
  await expect.poll(family).not.toContain('Inter Variable')
  const store = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '{}')
  await expect.poll(async () => JSON.parse(await store())).toMatchObject({ fonts: 'system' })
  await app.restart()
  expect(await family()).not.toContain('Inter Variable')
  expect(await loadedFonts(app.page)).toEqual([])
})

function loadedFonts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', '')),
  )
}

/** Since the page began. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => Number(Reflect.get(entry, 'value') ?? 0))
          resolve(shifts.reduce((sum, value) => sum + value, 0))
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        observer.observe({ type: 'paint', buffered: true })
      }),
  )
}
