// How pictures of the real window are taken: a served window for each look, and what to do in it before each picture.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openServed } from './fixtures/serve-front.ts'
import { openBrowser } from './open-browser.ts'
import { ParleyWindow } from './pages/parley-window.ts'

export interface Scene {
  readonly page: Page
  readonly window: ParleyWindow
  /** Saves what is to be seen now, named after the look and the state; for the documentation `part` alone. */
  readonly save: (state: string, part?: Locator) => Promise<unknown>
}

interface Look {
  readonly name: string
  readonly colorScheme: 'dark' | 'light'
  readonly width: number
  readonly height: number
  /** The states that are saved, without the rest of the window; all of it in every state without them. */
  readonly states?: readonly string[] | 'all'
}

const sizes = { large: [1440, 900], medium: [1100, 720], narrow: [900, 600] } as const

/** Both themes at each size. */
export const allLooks: readonly Look[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  Object.entries(sizes).map(([size, [width, height]]) => ({
    name: `${colorScheme}-${size}`,
    colorScheme,
    width,
    height,
  })),
)

const mainStates = ['empty', 'busy', 'chat', 'timeline', 'wire', 'settings', 'palette']

export const docsLooks: readonly Look[] = [
  { name: 'light', colorScheme: 'light', width: 1440, height: 900, states: 'all' },
  { name: 'dark', colorScheme: 'dark', width: 1440, height: 900, states: mainStates },
  { name: 'narrow', colorScheme: 'dark', width: 900, height: 600, states: ['empty', 'busy'] },
]

/** `only` names the one look to take. */
export async function takePictures(
  folder: string,
  act: (scene: Scene) => Promise<void>,
  looks = docsLooks,
  only?: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const browser = await openBrowser()
  for (const { name, colorScheme, width, height, states } of looks) {
    if (only !== undefined && only !== name) continue
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-pictures-'))
    const served = await openServed(dataDir)
    // As in the specs: the carried browser makes a language of the machine's own that no program understands.
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale: 'en-US' })
    await page.goto(served.address)
    const window = new ParleyWindow(page)
    await window.chat.waitFor()
    const save = async (state: string, part?: Locator) => {
      if (states !== undefined && states !== 'all' && !states.includes(state)) return
      const shown = part !== undefined && states !== undefined ? part : page
      await shown.screenshot({ path: join(folder, `${name}-${state}.png`), animations: 'disabled' })
    }
    await act({ page, window, save })
    await page.close()
    await served.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  await browser.close()
}
