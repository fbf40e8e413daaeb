// How pictures of the real window are taken: a served window for each look, and what to do in it before each picture.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { defined } from '#shared/defined.ts'
import { openServed } from './fixtures/serve-front.ts'
import { openBrowser } from './open-browser.ts'
import { ParleyWindow } from './pages/parley-window.ts'

export interface Scene {
  readonly page: Page
  readonly window: ParleyWindow
  /** Saves what is to be seen now, named after the look and the state; for the documentation `part` alone. */
  readonly save: (state: string, part?: Locator) => Promise<unknown>
  readonly fileOf: (state: string) => string
}

interface Look {
  readonly name: string
  readonly colorScheme: 'dark' | 'light'
  readonly width: number
  readonly height: number
  readonly forcedColors?: 'active'
  /** Of the browser: the window has so much less room. */
  readonly zoom?: number
  readonly density?: 'comfortable'
  /** The states that are saved, without the rest of the window; all of it in every state without them. */
  readonly states?: readonly string[] | 'all'
}

const sizes = { wide: [1920, 1080], large: [1440, 900], medium: [1100, 720], narrow: [900, 600] } as const

/** Both themes at each size. */
export const allLooks: readonly Look[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  Object.entries(sizes).map(([size, [width, height]]) => ({
    name: `${colorScheme}-${size}`,
    colorScheme,
    width,
    height,
  })),
)

/** What some people see: colours of their own, larger letters, more room. */
export const otherLooks: readonly Look[] = [
  { name: 'forced-light', colorScheme: 'light', width: 1440, height: 900, forcedColors: 'active' },
  { name: 'forced-dark', colorScheme: 'dark', width: 1440, height: 900, forcedColors: 'active' },
  { name: 'zoomed', colorScheme: 'light', width: 1440, height: 900, zoom: 1.25 },
  { name: 'comfortable', colorScheme: 'dark', width: 1440, height: 900, density: 'comfortable' },
]

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
  for (const look of looks) {
    const { name, states } = look
    if (only !== undefined && only !== name) continue
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-pictures-'))
    const served = await openServed(dataDir)
    // As in the specs: the carried browser makes a language of the machine's own that no program understands.
    const page = await browser.newPage({ ...pageOf(look), locale: 'en-US' })
    await page.goto(served.address)
    const window = new ParleyWindow(page)
    await window.chat.waitFor()
    if (look.density) await chooseDensity(window, look.density)
    const fileOf = (state: string) => join(folder, `${name}-${state}.png`)
    const save = async (state: string, part?: Locator) => {
      if (states !== undefined && states !== 'all' && !states.includes(state)) return
      const shown = part !== undefined && states !== undefined ? part : page
      await shown.screenshot({ path: fileOf(state), animations: 'disabled' })
    }
    await act({ page, window, save, fileOf })
    await page.close()
    await served.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  await browser.close()
}

function pageOf({ colorScheme, width, height, forcedColors, zoom = 1 }: Look): BrowserContextOptions {
  const viewport = { width: Math.round(width / zoom), height: Math.round(height / zoom) }
  return { viewport, colorScheme, deviceScaleFactor: zoom, ...defined({ forcedColors }) }
}

async function chooseDensity(window: ParleyWindow, density: 'comfortable'): Promise<void> {
  await window.run('Settings')
  await window.page.getByRole('button', { name: new RegExp(density, 'i') }).click()
  await window.page.keyboard.press('Escape')
}
