// A window to measure: the built serve front on a temporary folder, in a real browser.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openServed } from '../e2e/fixtures/serve-front.ts'
import { openBrowser } from '../e2e/open-browser.ts'
import { ParleyWindow } from '../e2e/pages/parley-window.ts'

export interface OpenPage {
  readonly page: Page
  readonly window: ParleyWindow
  readonly enginePid: number | undefined
  close(): Promise<void>
}

/** `prepare` may write a record into the folder before the engine opens it. */
export async function openPage(prepare?: (dataDir: string) => Promise<void>): Promise<OpenPage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  await prepare?.(dataDir)
  const served = await openServed(dataDir)
  const browser = await openBrowser()
  // An explicit language, as in the specs: on some machines the bundled browser defaults to an invalid one.
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  await page.goto(served.address)
  return {
    page,
    window: new ParleyWindow(page),
    enginePid: served.pid,
    async close() {
      await browser.close()
      await served.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
