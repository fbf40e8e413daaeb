// The command line, one parser for every form Parley is started in.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface StartOptions {
  readonly front: 'auto' | 'desktop' | 'serve'
  readonly open: boolean
  /** 0 lets the system choose a free one. */
  readonly port: number
  readonly dataDir: string
}

export type ParsedOptions =
  | { readonly kind: 'start'; readonly options: StartOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string }

export const helpText = `Parley: a desktop inspector for A2A agents

npm start                 open Parley: the desktop window where Electron can run, else serve
npm start -- [options]

  --serve                 serve the window on a local address instead of opening the desktop window
  --desktop               the desktop window or nothing: no falling back to serve
  --no-open               serve without opening a browser
  --port NUMBER           port to serve on; 0, the default, takes a free one
  --data-dir DIR          where the record and the settings are kept
  --help                  show this
  --version               show the version
`

export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv = process.env): ParsedOptions {
  const parsed = readArgs(args)
  if (typeof parsed === 'string') return { kind: 'wrong', message: parsed }
  if (parsed.help) return { kind: 'help' }
  if (parsed.version) return { kind: 'version' }
  if (parsed.serve && parsed.desktop) {
    return { kind: 'wrong', message: 'Choose one of --serve and --desktop.' }
  }
  const port = Number(parsed.port ?? '0')
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    return { kind: 'wrong', message: `--port wants a number from 0 to 65535, not "${parsed.port}".` }
  }
  const front = parsed.serve ? 'serve' : parsed.desktop ? 'desktop' : 'auto'
  const dataDir = parsed['data-dir'] ?? defaultDataDir(process.platform, env)
  return { kind: 'start', options: { front, open: !parsed['no-open'], port, dataDir } }
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      options: {
        serve: { type: 'boolean' },
        desktop: { type: 'boolean' },
        'no-open': { type: 'boolean' },
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** For the desktop entry, whose command line also carries what Electron and Chromium were told. */
export function dataDirOf(argv: readonly string[], env: NodeJS.ProcessEnv): string {
  const options = { 'data-dir': { type: 'string' } } as const
  const { values } = parseArgs({ args: [...argv], strict: false, allowPositionals: true, options })
  const named = values['data-dir']
  return typeof named === 'string' ? named : defaultDataDir(process.platform, env)
}

/** The platform's own place for an application's data. */
export function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  const home = homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Parley')
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Parley')
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'parley')
}
