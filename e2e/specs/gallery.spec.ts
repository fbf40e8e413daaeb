// Pieces and rows in all their states: axe finds nothing, nothing is wider than its place, and the page's console stays empty.

import { join } from 'node:path'
import { createServer } from 'vite'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'

test('every piece and every row, in every state, light and dark', async ({ browser }) => {
  test.slow()
  const vite = await createServer({
    root: join(import.meta.dirname, '..', '..', 'renderer', 'gallery'),
    server: { host: '127.0.0.1', port: 0, hmr: false },
    logLevel: 'error',
  })
  await vite.listen()
  const page = await browser.newPage({ locale: 'en-US' })
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(vite.resolvedUrls?.local[0] ?? '')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.getByRole('region', { name: 'Console: exchanges' }).getByRole('row')).toHaveCount(14)
    expect(await violations(page)).toEqual([])
    for (const opener of ['Open a dialog', 'Open a form', 'Open a question', 'Actions']) {
      await page.getByRole('button', { name: opener }).click()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
  }
  const wider = await page
    .locator('.sample')
    .evaluateAll((samples) =>
      samples
        .filter((sample) => sample.scrollWidth > sample.clientWidth)
        .map(({ textContent }) => textContent),
    )
  expect(wider).toEqual([])
  expect(complaints).toEqual([])
  await page.close()
  await vite.close()
})
