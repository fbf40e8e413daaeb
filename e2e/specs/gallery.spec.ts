// Components and rows in all their states: axe finds nothing, nothing overflows, the page's console stays empty, and each
// matches its reviewed picture.

import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createServer } from 'vite'
import { findBrowser } from '../browser.ts'
import { violationsInBoth } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { regions } from '../pages/places.ts'

const themes = ['light', 'dark'] as const

/** Each opens one popup, by its role and name. */
const openers = [
  ['Actions', 'menu', 'Actions'],
  ['Conversations: 2 conversations', 'dialog', 'Conversations'],
  ['Open a dialog', 'dialog', 'Connection'],
  ['Open a form', 'dialog', undefined],
  ['Open a question', 'dialog', undefined],
] as const

test('every piece and every row, in every state, light and dark', async ({ browser }) => {
  test.slow()
  const gallery = await openGallery(browser)
  const { page } = gallery
  expect(await violationsInBoth(page)).toEqual([])
  for (const [opener, role] of openers) {
    await page.getByRole('button', { name: opener }).click()
    expect(
      await violationsInBoth(page, role === 'menu' ? '[role=menu]' : 'dialog[open], [role=dialog]'),
    ).toEqual([])
    await page.keyboard.press('Escape')
  }
  const wider = await page
    .locator('.sample')
    .evaluateAll((samples) =>
      samples
        .filter((sample) => sample.scrollWidth > sample.clientWidth)
        .map(({ textContent }) => textContent),
    )
  expect(wider).toEqual([])
  await gallery.close()
})

test('every piece and every row looks as in its picture, light and dark', { tag: '@full' }, async ({
  browser,
}) => {
  // Rendering differs slightly between browser versions: the pictures are of the version in package.json.
  test.skip((await findBrowser()).origin !== 'carried', 'The pictures are of the Chromium that npm carries.')
  test.slow()
  const gallery = await openGallery(browser)
  const { page } = gallery
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    for (const samples of await page.locator('.samples').all()) {
      const name = (await samples.getAttribute('aria-label')) ?? ''
      await expect.soft(samples).toHaveScreenshot(pictureOf(colorScheme, name))
    }
  }
  // Last, since pointer and focus change the rendering.
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    for (const [opener, role, name] of openers) {
      await page.getByRole('button', { name: opener }).click()
      const box = page.getByRole(role, name === undefined ? {} : { name })
      await expect.soft(box).toHaveScreenshot(pictureOf(colorScheme, `${opener} open`))
      await page.keyboard.press('Escape')
    }
  }
  await gallery.close()
})

const pictureOf = (theme: string, name: string) => [
  theme,
  `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`,
]

async function openGallery(browser: Browser): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const vite = await createServer({
    root: join(import.meta.dirname, '..', '..', 'renderer', 'gallery'),
    server: { host: '127.0.0.1', port: 0, hmr: false },
    logLevel: 'error',
  })
  await vite.listen()
  const page = await browser.newPage({ locale: 'en-US', timezoneId: 'UTC' })
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(vite.resolvedUrls?.local[0] ?? '')
  await expect(regions.consoleRequests(page).getByRole('row')).toHaveCount(14)
  return {
    page,
    async close() {
      expect(complaints).toEqual([])
      await page.close()
      await vite.close()
    },
  }
}
