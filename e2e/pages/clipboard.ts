import type { Page } from '@playwright/test'

/** The copied text. It is written after the click, so poll for it. */
export const copied = (page: Page) => () => page.evaluate(() => navigator.clipboard.readText())
