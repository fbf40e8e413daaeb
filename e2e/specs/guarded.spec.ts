// A Parley in which every listener throws on its first run, in each front: it continues, reports the errors, and keeps its
// record.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '../fixtures/app.ts'
import { openServed, root } from '../fixtures/serve-front.ts'
import { openStandIn } from '../fixtures/stand-in-front.ts'
import { ParleyWindow } from '../pages/parley-window.ts'

const nodeArgs = ['--import', pathToFileURL(join(root, 'e2e', 'fixtures', 'throw-once.ts')).href]

test('each listener breaks once: Parley goes on, says so and keeps its record', async ({
  front,
  dataDir,
  context,
}) => {
  test.skip(front === 'desktop', 'Electron takes no --import.')
  // Everything fails once before it works.
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const window = new ParleyWindow(page)
  const parley =
    front === 'serve'
      ? await openServed(dataDir, { nodeArgs })
      : await openStandIn(page, dataDir, { nodeArgs })

  // Requests, sockets and ports failed one after another: a reload tries again.
  await expect(async () => {
    await page.goto('address' in parley ? parley.address : page.url())
    await expect(window.chat).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await window.chat.getByRole('button', { name: 'Start the demo agent' }).click()
  await expect(async () => {
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(window.card.getByRole('heading', { name: 'Travel concierge' })).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await expect(async () => {
    await window.say('hello')
    await expect(window.conversation).toContainText('I am a travel concierge', { timeout: 1_000 })
  }).toPass()

  const notice = page.getByRole('alert').filter({ hasText: 'in Parley' })
  await expect(notice).toContainText(/\d+ internal errors/)
  await notice.getByRole('button', { name: 'Copy report' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('planted in')
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toBeHidden()

  // Windows lacks this signal.
  if (process.platform !== 'win32') {
    // A listener that first runs meanwhile would be the latest.
    await expect(async () => {
      process.kill(parley.pid ?? 0, 'SIGUSR2')
      await expect(notice).toContainText('outside of guarded listeners', { timeout: 1_000 })
    }).toPass()
  }
  await window.say('hello once more')
  await window.show('console')
  await expect(window.exchange('SendMessage').filter({ hasText: '200' })).not.toHaveCount(0)
  const shown = await window.exchange('SendMessage').count()
  await parley.close()
  // Recording has stopped, and the window does not claim otherwise.
  if (front === 'serve') await expect(page.getByText("Parley's engine has stopped")).toBeVisible()
  if (front === 'serve') await expect(notice).toBeHidden()

  const again = await openServed(dataDir)
  await page.goto(again.address)
  await window.show('console')
  // The list may have lagged when it was counted.
  await expect.poll(() => window.exchange('SendMessage').count()).toBeGreaterThanOrEqual(shown)
  await again.close()
})
