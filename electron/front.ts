// Which front can open here, and why not the desktop window.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasDisplay } from './serve/browser.ts'

export type Front =
  | { readonly kind: 'desktop'; readonly electron: string }
  | { readonly kind: 'serve'; readonly why: string }

export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly isRoot: boolean
  /** The Electron program, downloaded first if possible. */
  findElectron(): string | undefined
}

export function chooseFront({ platform, env, isRoot, findElectron }: Surroundings): Front {
  if (!hasDisplay(platform, env)) {
    return served('There is no display here (DISPLAY and WAYLAND_DISPLAY are not set)')
  }
  if (platform === 'linux' && isRoot) return served("Electron's sandbox does not run as root")
  const electron = findElectron()
  if (!electron) return served("Electron's program is not here and could not be fetched")
  return { kind: 'desktop', electron }
}

function served(reason: string): Front {
  return { kind: 'serve', why: `${reason}, so Parley serves its window on a local address.` }
}

/** For Electron's program to be fetched, a hundred megabytes on a slow line; then the window is served to a browser. */
const maxElectronFetchMs = 180_000

/** Electron's package has no program: `install-electron` downloads it on first use. */
export function findElectron(root: string, log: (line: string) => void): string | undefined {
  const folder = join(root, 'node_modules', 'electron')
  const installer = join(folder, 'install.js')
  if (!existsSync(installer)) return undefined
  const installed = electronProgram(folder)
  if (installed) return installed
  log('Fetching Electron, once (about 110 MB). --serve starts without it.')
  spawnSync(process.execPath, [installer], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: maxElectronFetchMs,
  })
  return electronProgram(folder)
}

export function electronProgram(folder: string): string | undefined {
  try {
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim())
    return existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}
