// The options of a start; its help, the completion of shells, the manual page and docs/CLI.md are made of these tables.

import type { Flag, VerbText } from './cli/verb.ts'

const frontFlags: readonly Flag[] = [
  { name: 'serve', help: 'serve the window on a local address instead of opening the desktop window' },
  { name: 'desktop', help: 'the desktop window or nothing: no falling back to serve' },
]

const openFlags: readonly Flag[] = [
  { name: 'open-session', value: 'NAME', help: 'a kept session by its name or id, or "last"' },
  { name: 'no-open', help: 'serve without opening a browser' },
  {
    name: 'port',
    value: 'NUMBER',
    help: 'port to serve on; by default that of the last time; 0 takes a free one',
  },
  {
    name: 'host',
    value: 'ADDRESS',
    help: 'address to serve on; anything but 127.0.0.1 lets other machines in',
  },
  { name: 'data-dir', value: 'DIR', files: true, help: 'where the record and the settings are kept' },
  { name: 'theme', value: 'NAME', choices: ['system', 'light', 'dark'], help: 'system, light or dark' },
  {
    name: 'no-keyring',
    help: 'serve with secrets in memory, also where the system has a keyring',
  },
  {
    name: 'forget-browsers',
    help: 'sign out all browsers, also from a Parley that is already running',
  },
]

export const startFlags: readonly Flag[] = [
  ...frontFlags,
  ...openFlags,
  { name: 'version', short: 'v', help: 'show the version' },
]

export const startOperands: readonly (readonly [operand: string, means: string])[] = [
  ['agent', 'an address to connect to, or a parley://open?url=... link'],
  ['file.parley', 'a session that was exported: imported and opened'],
]

const exitCodes: VerbText['exitCodes'] = [
  [0, 'stopped, or handed over to a Parley that runs already'],
  [1, 'could not start, or broke'],
  [2, 'wrong usage'],
]

/** Verbs for what a start does anyway. */
export const windowVerbs: readonly VerbText[] = [
  {
    name: 'open',
    summary: 'open the window on an agent or a session',
    operands: '[AGENT|FILE]',
    about:
      'Opens the window, in the desktop where it can, else in a browser, on an agent, a parley:// link or a .parley file. Without the word it is the same.',
    flags: [...frontFlags, ...openFlags],
    examples: [
      ['http://127.0.0.1:41241', 'connects'],
      ['bug.parley', 'imports and shows it'],
    ],
    exitCodes,
  },
  {
    name: 'serve',
    summary: 'serve the window to a browser',
    operands: '[AGENT|FILE]',
    about:
      'Serves the window on a local address and opens a browser on it, until it is stopped. The same as --serve.',
    flags: openFlags,
    examples: [['--no-open --port 4100', 'prints the address to open']],
    exitCodes,
  },
]
