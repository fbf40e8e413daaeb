// How pictures of the real window are taken: a served window for each look, and what to do in it before each picture.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openServed } from './fixtures/serve-front.ts'
import { openBrowser } from './open-browser.ts'
import { ParleyWindow } from './pages/parley-window.ts'

export interface Scene {
  readonly page: Page
  readonly window: ParleyWindow
  /** Saves what is to be seen now, named after the look and the state. */
  readonly save: (state: string) => Promise<unknown>
}

const looks = [
  { name: 'dark', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'light', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'narrow', colorScheme: 'dark', width: 900, height: 600 },
] as const

/** `only` names the one look to take. */
export async function takePictures(
  folder: string,
  act: (scene: Scene) => Promise<void>,
  only?: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const browser = await openBrowser()
  for (const { name, colorScheme, width, height } of looks) {
    if (only !== undefined && only !== name) continue
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-pictures-'))
    const served = await openServed(dataDir)
    // As in the specs: the carried browser makes a language of the machine's own that no program understands.
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale: 'en-US' })
    await page.goto(served.address)
    const window = new ParleyWindow(page)
    await window.chat.waitFor()
    const save = (state: string) => page.screenshot({ path: join(folder, `${name}-${state}.png`) })
    await act({ page, window, save })
    await page.close()
    await served.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  await browser.close()
}
