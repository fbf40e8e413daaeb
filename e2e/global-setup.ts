// Before any spec: the bundles are built, and the browser is found once for all workers.

import { join } from 'node:path'
import { ensureBuilt } from '../electron/built.ts'
import { findBrowser } from './browser.ts'

export default async function globalSetup(): Promise<void> {
  const log = (line: string) => process.stdout.write(`${line}\n`)
  await ensureBuilt(join(import.meta.dirname, '..'), log)
  const browser = await findBrowser()
  log(`Browser: ${browser.executablePath} (${browser.origin})`)
  process.env['PARLEY_FOUND_BROWSER'] = JSON.stringify(browser)
}
