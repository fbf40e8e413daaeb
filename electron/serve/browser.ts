// Opens the printed address for the user: an installed Chrome, Chromium or Edge as an application window, else the
// default browser. The address is one argument to a program found by name, never passed through a shell.

import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ignoreErrors } from '#engine/platform/guarded.ts'

export interface OpenCommand {
  readonly program: string
  readonly args: readonly string[]
}

export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (platform !== 'linux') return true
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

export function openCommand(
  address: string,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  isProgram: (path: string) => boolean = isExecutable,
): OpenCommand | undefined {
  const browser = appModeBrowsers(platform, env).find(isProgram)
  if (browser) return { program: browser, args: [`--app=${address}`] }
  if (platform === 'darwin') return { program: '/usr/bin/open', args: [address] }
  if (platform === 'win32') return { program: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', address] }
  const opener = onPath(['xdg-open'], env).find(isProgram)
  return opener ? { program: opener, args: [address] } : undefined
}

export function launch({ program, args }: OpenCommand): void {
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  // The address is printed, so a browser that fails to start is no loss.
  ignoreErrors(child, 'browser start')
  child.unref()
}

function appModeBrowsers(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  }
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    )
    return roots.flatMap((root) => [
      join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ])
  }
  return onPath(
    ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'],
    env,
  )
}

function onPath(names: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
