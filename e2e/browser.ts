// The browser of the specs: Playwright's own where installed, otherwise the Chromium of an npm package (Linux on x64),
// otherwise an installed Chrome, Chromium or Edge. PARLEY_BROWSER names one by path.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

export interface Browser {
  readonly executablePath: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly origin: 'named' | 'playwright' | 'installed' | 'carried'
}

const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  ...(isRoot() ? ['--no-sandbox'] : []),
]

export async function findBrowser(env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const named = env['PARLEY_BROWSER']
  if (named) return { executablePath: named, args, env: {}, origin: 'named' }
  const own = chromium.executablePath()
  if (existsSync(own)) return { executablePath: own, args, env: {}, origin: 'playwright' }
  // The Chromium from npm is headless only, and takes a third less processor time than an installed browser.
  if (process.platform === 'linux' && process.arch === 'x64') return carriedBrowser()
  const installed = installedBrowsers(env).find(isExecutable)
  if (installed) return { executablePath: installed, args, env: {}, origin: 'installed' }
  throw new Error(
    'No browser was found. Install Chrome, Chromium or Edge, or run: npx playwright install chromium',
  )
}

/** A full browser with features that the one from npm lacks, such as preconnecting; undefined where there is none. */
export function wholeBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const own = chromium.executablePath()
  return [env['PARLEY_BROWSER'] ?? '', own, ...installedBrowsers(env)].find(isExecutable)
}

function installedBrowsers(env: NodeJS.ProcessEnv): readonly string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  }
  if (process.platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)']].filter((root) => root !== undefined)
    return roots.flatMap((root) => [
      join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ])
  }
  const folders = (env['PATH'] ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Unpacked once into node_modules; the package writes to the process's temporary folder, so TMPDIR is set meanwhile. */
async function carriedBrowser(): Promise<Browser> {
  const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'carried-chromium')
  mkdirSync(folder, { recursive: true })
  const { TMPDIR } = process.env
  process.env['TMPDIR'] = folder
  try {
    const { default: carried, inflate } = await import('@sparticuz/chromium')
    const executablePath = await carried.executablePath()
    if (starts(executablePath, {})) return { executablePath, args, env: {}, origin: 'carried' }
    // The machine lacks a library of the browser (libnss3); the package contains those, too.
    const packed = join(
      import.meta.dirname,
      '..',
      'node_modules',
      '@sparticuz',
      'chromium',
      'bin',
      'al2023.tar.br',
    )
    const env = { LD_LIBRARY_PATH: join(await inflate(packed), 'lib') }
    return { executablePath, args, env, origin: 'carried' }
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  }
}

function starts(program: string, env: Readonly<Record<string, string>>): boolean {
  return spawnSync(program, ['--version', '--no-sandbox'], { env: { ...process.env, ...env } }).status === 0
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Chromium's sandbox does not run as root. */
function isRoot(): boolean {
  return process.getuid?.() === 0
}
