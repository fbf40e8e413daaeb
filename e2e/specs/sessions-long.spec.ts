import { spawnSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from '../fixtures/app.ts'
import { exportedPage } from '../pages/exported-page.ts'

// In a low window the sessions are folded to their head.
test.use({ viewport: { width: 1440, height: 900 } })

const writer = fileURLToPath(new URL('../engine/discard-victim.ts', import.meta.url))

test.beforeEach(({ dataDir }) => {
  test.slow()
  expect(spawnSync(process.execPath, [writer, dataDir, 'keep', '25000']).status).toBe(0)
})

test('a long session says how far its deletion is, and everything else goes on', async ({ app }) => {
  const { page, window } = app
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('list', { name: 'Sessions' })
  await sessions.getByRole('button', { name: 'More about A long one' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this session?' })
  await expect(question).toContainText('Canceling while it runs keeps the rest of the session')
  await question.getByRole('button', { name: 'Delete' }).click()
  const progress = sessions.getByRole('progressbar', { name: 'Deleting A long one' })
  await page.keyboard.press('Escape')
  await expect(progress).toBeVisible()
  await expect(sessions.getByRole('button', { name: /A long one/ })).toHaveCount(0)

  await window.startDemo()
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
  await expect(progress).toHaveCount(0, { timeout: 60_000 })
})

test('a deletion can be canceled, and what is left opens and is exported as what it is', async ({
  app,
}, info) => {
  const { page } = app
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('list', { name: 'Sessions' })
  await sessions.getByRole('button', { name: 'More about A long one' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.keyboard.press('Escape')
  const progress = sessions.getByRole('progressbar', { name: 'Deleting A long one' })
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0)
  await sessions.getByRole('button', { name: 'Cancel deleting A long one' }).click()
  const left = sessions.getByRole('button', { name: /^A long one.*Partly deleted · [\d,]+ exchanges/ })
  await expect(left).toBeVisible({ timeout: 60_000 })
  await expect(left).not.toContainText('25,000')
  await left.click()
  const banner = page.getByRole('region', { name: 'Recording shown' })
  await expect(banner).toContainText('Partly deleted')
  const file = await exportedPage(page, info, () => banner.getByRole('button', { name: 'Export…' }).click())
  const shared = await page.context().newPage()
  await shared.goto(pathToFileURL(file).href)
  await expect(shared.getByRole('banner')).toContainText('Partly deleted')
})

test('what is deleted goes on being deleted after a restart', async ({ app }) => {
  const sessions = app.page.getByRole('region', { name: 'Sessions' }).getByRole('list', { name: 'Sessions' })
  await sessions.getByRole('button', { name: 'More about A long one' }).click()
  await app.page.getByRole('button', { name: 'Delete…' }).click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(sessions.getByRole('progressbar')).toBeVisible()
  await app.restart()
  const again = app.page.getByRole('region', { name: 'Sessions' })
  await expect(again.getByRole('button', { name: /A long one/ })).toHaveCount(0)
  await expect(again.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 })
})

test('compacting can be canceled, and what it gained is kept', async ({ app }) => {
  const { page } = app
  await page.getByRole('button', { name: 'Space on disk' }).click()
  const disk = page.getByRole('dialog', { name: 'Space on disk' })
  // As soon as it can be: by the time a test sees it, it may be over.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const cancel = [...document.querySelectorAll('dialog button')].find(
        ({ textContent }) => textContent === 'Cancel',
      )
      if (!(cancel instanceof HTMLElement) || document.querySelector('progress') === null) return
      observer.disconnect()
      cancel.click()
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await disk.getByRole('button', { name: 'Compact' }).click()
  await expect(disk.getByRole('status')).toHaveText('Canceled. The space gained so far is kept.')
  await disk.getByRole('button', { name: 'Compact' }).click()
  await expect(disk.getByRole('status')).toContainText(/before, .* now/, { timeout: 60_000 })
})
