import type { Page } from '@playwright/test'

/** What the window copied: written after the click that requests it, so it is to be polled for. */
export const copied = (page: Page) => () => page.evaluate(() => navigator.clipboard.readText())
