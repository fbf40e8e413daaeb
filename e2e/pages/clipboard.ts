import { expect, type Page } from '@playwright/test'

/** What the window copied, waited for: a copy is written after the click that asks for it. */
export function copied(page: Page) {
  return expect.poll(() => page.evaluate(() => navigator.clipboard.readText()))
}
