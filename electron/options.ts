// The command line: one parser for every form in which Parley is started.

import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readTypedAddress } from '#engine/discovery/typed-address.ts'
import type { HostCapabilities } from '#shared/contract/host.ts'
import type { Opening } from '#shared/contract/opening.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'

type ThemeChoice = NonNullable<HostCapabilities['theme']>

export interface StartOptions {
  readonly front: 'auto' | 'desktop' | 'serve'
  /** Open a browser on the served window. */
  readonly open: boolean
  /** 0 lets the system choose a free one; by default the last one, if it is free. */
  readonly port?: number
  readonly host: string
  readonly dataDir: string
  readonly theme?: ThemeChoice
  /** Admitted browsers need a new address. */
  readonly forgetBrowsers: boolean
  /** Stores secrets under the system’s keyring if there is one. */
  readonly keyring: boolean
  readonly opening?: Opening
}

export type ParsedOptions =
  | { readonly kind: 'start'; readonly options: StartOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string }

export const loopbackHost = '127.0.0.1'

const themes: readonly string[] = ['system', 'light', 'dark'] satisfies readonly ThemeChoice[]

export const switches = {
  serve: { type: 'boolean' },
  desktop: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  port: { type: 'string' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  theme: { type: 'string' },
  'open-session': { type: 'string' },
  'no-keyring': { type: 'boolean' },
  'forget-browsers': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** The typed arguments: after the program of an installed app, otherwise after Electron and its folder, or Node and the script. */
export function ownArguments(argv: readonly string[]): readonly string[] {
  const isInstalled = process.versions['electron'] !== undefined && !('defaultApp' in process)
  return argv.slice(isInstalled ? 1 : 2)
}

export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv = process.env): ParsedOptions {
  const read = readArgs(withoutWord(args))
  if (typeof read === 'string') return wrong(read)
  const { values, positionals } = read
  const named = positionals.map((word) => openingOf(word))
  const unknown = named.find((opening) => typeof opening === 'string')
  if (values.help && unknown === undefined) return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  const isServed = values.serve === true || values['forget-browsers'] === true
  if (isServed && values.desktop) return wrong('Choose one of --serve and --desktop.')
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && (!Number.isInteger(port) || port < 0 || port > 65_535)) {
    return wrong(`--port expects a number from 0 to 65535, not "${values.port}".`)
  }
  const { theme } = values
  if (theme !== undefined && !isTheme(theme)) {
    return wrong(`--theme expects system, light or dark, not "${theme}".`)
  }
  const openings = [
    ...named,
    ...(values['open-session'] === undefined ? [] : [sessionNamed(values['open-session'])]),
  ]
  if (unknown !== undefined) return wrong(unknown)
  if (openings.length > 1) return wrong(`Name one agent or session to open, not ${openings.length}.`)
  const [opening] = openings
  if (typeof opening === 'string') return wrong(opening)
  return {
    kind: 'start',
    options: {
      front: isServed ? 'serve' : values.desktop ? 'desktop' : 'auto',
      open: !values['no-open'],
      ...defined({ port }),
      host: values.host ?? loopbackHost,
      forgetBrowsers: values['forget-browsers'] === true,
      keyring: !values['no-keyring'],
      dataDir: values['data-dir'] ?? defaultDataDir(process.platform, env),
      ...defined({ theme, opening }),
    },
  }
}

/** The opening for a word of the command line or a `parley:` link; a string is the reason why there is none. */
export function openingOf(named: string, folder = process.cwd()): Opening | string {
  if (/^file:.*\.parley$/i.test(named) && URL.canParse(named)) return fileNamed(named)
  // One letter before a colon is a drive of Windows.
  if (/\.parley$/i.test(named) && !/^[a-z]{2,}:/i.test(named)) {
    return { kind: 'file', path: resolve(folder, named) }
  }
  if (!isLink(named)) return agentAt(named)
  const link = URL.canParse(named) ? new URL(named) : undefined
  const address = link?.host === 'open' ? link.searchParams.get('url') : null
  if (address === null || address === '' || !isWebAddress(address)) {
    return 'A Parley link looks like parley://open?url=https://agent.example.'
  }
  return { kind: 'agent', address, by: 'link' }
}

/** A bare host name is refused: it may be a mistyped verb, which should not open a window. */
function agentAt(named: string): Opening | string {
  if (!/[./:]|^\d*$|^localhost$/i.test(named)) {
    return `"${named}" isn’t a verb, a file, an address or a port. A host is typed as http://${named}.`
  }
  const read = readTypedAddress(named)
  // Text with spaces may be a pasted command, which the window parses.
  if (read.kind === 'problem' && !/\s/.test(named)) return read.sentence
  return { kind: 'agent', address: named, by: 'user' }
}

function isLink(word: string): boolean {
  return /^parley:/i.test(word)
}

/** Linux passes files as addresses. */
function fileNamed(address: string): Opening | string {
  try {
    return { kind: 'file', path: fileURLToPath(address) }
  } catch {
    return `${address} isn’t a file of this machine.`
  }
}

function sessionNamed(named: string): Opening | string {
  return named === '' ? '--open-session expects a name, an id, or "last".' : { kind: 'session', named }
}

export interface DesktopOptions extends Pick<StartOptions, 'dataDir' | 'theme' | 'opening'> {
  /** What to do instead of opening a window. */
  readonly instead?: 'help' | 'version' | 'serve'
  readonly wrong?: string
}

/**
 * For the desktop entry, whose command line begins with the program and includes arguments for Electron and Chromium.
 * `folder` is the working directory, which may differ for a second start.
 */
export function desktopOptions(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  folder = process.cwd(),
): DesktopOptions {
  const { values, tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: switches,
  })
  const { 'data-dir': dataDir, theme, 'open-session': session } = values
  const [, ...words] = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const own = words.filter((word) => !isOfElectron(word))
  const named = own
    .slice(isWindowWord(own[0]) ? 1 : 0)
    .map((word) => ({ word, opening: openingOf(word, folder) }))
  const openings = [
    ...named.map(({ opening }) => opening),
    ...(typeof session === 'string' ? [sessionNamed(session)] : []),
  ].filter((opening) => typeof opening !== 'string')
  // An invalid link was not typed by a user: the window opens without it.
  const wrong = named.find(({ word, opening }) => typeof opening === 'string' && !isLink(word))?.opening
  const instead =
    (['help', 'version', 'serve'] as const).find((each) => values[each] === true) ??
    (ownArguments(argv)[0] === 'serve' || values['forget-browsers'] === true ? 'serve' : undefined)
  return {
    ...defined({ instead }),
    dataDir: typeof dataDir === 'string' ? dataDir : defaultDataDir(process.platform, env),
    ...(isTheme(theme) && { theme }),
    ...defined({ opening: openings[0] }),
    ...(typeof wrong === 'string' && { wrong }),
  }
}

/** The folder of an app that isn't installed, or its script. */
function isOfElectron(word: string): boolean {
  return word === '.' || (isAbsolute(word) && !/\.parley$/i.test(word))
}

export function inUseMessage(dataDir: string): string {
  return `Another Parley is using the data directory ${dataDir}. Close it, or choose another directory with --data-dir.`
}

/** The platform's folder for application data. */
export function defaultDataDir(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const home = (platform === 'win32' ? env['USERPROFILE'] : env['HOME']) || homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Parley')
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Parley')
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'parley')
}

/** Verbs that may precede what is opened, for what a start does anyway. */
function isWindowWord(word: string | undefined): boolean {
  return word === 'serve' || word === 'open'
}

function withoutWord(args: readonly string[]): readonly string[] {
  const [word, ...others] = args
  if (!isWindowWord(word)) return args
  return word === 'serve' ? ['--serve', ...others] : others
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], strict: true, allowPositionals: true, options: switches })
  } catch (error) {
    return messageOf(error)
  }
}

function isTheme(theme: unknown): theme is ThemeChoice {
  return typeof theme === 'string' && themes.includes(theme)
}

function isWebAddress(text: string): boolean {
  return text.length <= 8192 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function wrong(message: string): ParsedOptions {
  return { kind: 'wrong', message }
}
