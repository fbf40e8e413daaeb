import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { regions, tabLists, tabs } from '../pages/places.ts'

test('the first window is whole without what loads later, which shows what to do and loads after Reload', async ({
  app: { page, window },
}) => {
  await page.waitForLoadState('networkidle')
  const whole = await picture(page)
  const first = await namedByPage(page)
  const isLate = (url: URL) => /\.(js|css)$/.test(url.pathname) && !first.has(url.pathname)
  await page.route(isLate, (route) => route.abort())
  await page.reload()
  await window.opened()
  await expect(window.chat.getByRole('button', { name: 'Start the demo agent' })).toBeVisible()
  expect(await picture(page)).toEqual(whole)

  await tabs.consoleMode(page).click()
  const notice = regions.console(page).getByRole('note', { name: 'Not loaded' })
  await expect(notice).toContainText('Couldn’t load the console. Reload the page to try again.')
  await page.unroute(isLate)
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(tabs.wire(page)).toBeVisible()
  await expect(notice).toHaveCount(0)
})

/** Parts of every window, without times. */
function picture(page: Page): Promise<readonly Buffer[]> {
  return Promise.all([tabLists.mode(page).screenshot(), regions.chat(page).screenshot()])
}

/** Paths of the scripts and styles in the page's markup. */
async function namedByPage(page: Page): Promise<ReadonlySet<string>> {
  const text = await page.evaluate(async () => (await fetch('/')).text())
  return new Set(text.match(/\/assets\/[\w-]+\.(?:js|css)/g))
}
