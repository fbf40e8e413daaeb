// The browser that specs run in, for scripts: what measures the window or takes pictures of it.

import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { findBrowser } from './browser.ts'

export interface OpenBrowser {
  page(options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

export async function openBrowser(): Promise<OpenBrowser> {
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    args: [...args],
    env: { ...process.env, ...env } as Record<string, string>,
  })
  return {
    // Said, as specs say it: on machines that speak no language the browser's own is none that Intl knows.
    page: (options) =>
      browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US', ...options }),
    close: () => browser.close(),
  }
}
