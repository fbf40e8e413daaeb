// Before all specs: builds the bundles, and finds the browser once for all workers.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBuilt } from '../electron/built.ts'
import { findBrowser } from './browser.ts'

export default async function globalSetup(): Promise<void> {
  const log = (line: string) => process.stdout.write(`${line}\n`)
  const root = join(import.meta.dirname, '..')
  await ensureBuilt(root, log)
  // Caches compiled code for a run, since each spec starts the same programs.
  const compiled = join(root, 'out', 'compiled')
  await rm(compiled, { recursive: true, force: true })
  process.env['NODE_COMPILE_CACHE'] = compiled
  const browser = await findBrowser()
  log(`Browser: ${browser.executablePath} (${browser.origin})`)
  process.env['PARLEY_FOUND_BROWSER'] = JSON.stringify(browser)
}
