// What a start from a terminal has in common, whichever file it began in: help, version and complaints are answered here.

import packageJson from '../package.json' with { type: 'json' }
import { parseOptions, type StartOptions } from './options.ts'

/** What the process says when it ends: documented in the README, so that scripts may rely on it. */
export const exitCodes = { stopped: 0, couldNotStart: 1, wrongCommandLine: 2 } as const

export function inUseMessage(dataDir: string): string {
  return `Another Parley is using the data directory ${dataDir}. Close it, or choose another directory with --data-dir.`
}

/** The options of a start, or undefined when the command line asked for something else, which is then done. */
export function readCommandLine(program: string, args: readonly string[]): StartOptions | undefined {
  const parsed = parseOptions(args)
  switch (parsed.kind) {
    case 'start':
      return parsed.options
    case 'help':
      process.stdout.write(helpText(program))
      return undefined
    case 'version':
      process.stdout.write(`${packageJson.version}\n`)
      return undefined
    case 'wrong':
      process.stderr.write(`${parsed.message}\nSee ${program} --help.\n`)
      process.exitCode = exitCodes.wrongCommandLine
      return undefined
  }
}

export function helpText(program: string): string {
  return `Parley: a desktop inspector for A2A agents

${program} [options] [agent | file.parley]
${program} check [URL] [options]

  agent                   an address to connect to, or a parley://open?url=... link
  file.parley             a session that was exported: imported and opened
  --open-session NAME     a kept session by its name or id, or "last"
  --serve                 serve the window on a local address instead of opening the desktop window
  --desktop               the desktop window or nothing: no falling back to serve
  --no-open               serve without opening a browser
  --port NUMBER           port to serve on; 0, the default, takes a free one
  --host ADDRESS          address to serve on; anything but 127.0.0.1 lets other machines in
  --data-dir DIR          where the record and the settings are kept
  --theme NAME            system, light or dark
  --no-keyring            serve with secrets in memory, also where the system has a keyring
  --forget-browsers       sign out all browsers, also from a Parley that is already running
  --help                  show this
  --version               show the version

  check                   hold an agent to its version of A2A, without a window: ${program} check --help

A second start on the same data hands what it was asked to open to the first, or ends where that isn't possible.
Exit codes: 0 stopped or handed over, 1 could not start or broke, 2 wrong command line.
`
}
