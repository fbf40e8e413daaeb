// Takes pictures of the real window: serves a window for each look, and runs a scene that saves its states.

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
  /** Saves the current window, named after the look and the state; for the documentation only `part`. */
  readonly save: (state: string, part?: Locator) => Promise<unknown>
  readonly fileOf: (state: string) => string
}

interface Look {
  readonly name: string
  readonly colorScheme: 'dark' | 'light'
  readonly width: number
  readonly height: number
  readonly forcedColors?: 'active'
  /** Zoom of the browser, which leaves less room. */
  readonly zoom?: number
  readonly density?: 'comfortable'
  /** The states to save, whole; by default all. */
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

/** Looks of some users: their own colours, larger letters, more room. */
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

/** `only`: the name of the one look to take. */
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
    // As in the specs: without it, the browser from npm derives an invalid language from the machine's.
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
