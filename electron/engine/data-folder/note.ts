// What lies in the data directory. A note there says so: it outlives the app, and whoever finds it should know what it is.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateFile } from './private-files.ts'

const noteName = 'ABOUT THIS FOLDER.txt'

const contents = [
  ['record.sqlite', 'what crossed the wire, secrets masked'],
  ['imported/', 'sessions you brought in from files'],
  ['agents.json', 'the agents you pointed Parley at'],
  ['cards/', 'their cards, as they were last read or pasted'],
  ['access.json', 'which credentials are for whom'],
  ['secrets.json', 'on the desktop, the credentials themselves; your system’s vault has the key'],
  ['receiver.json', 'where agents are to call back, and how those calls are checked'],
  ['chat.json', 'what you began to write, and what you called conversations'],
  ['removals.json', 'what you removed and could still undo'],
  ['preferences.json', 'how the window looked'],
  ['muted-rules.json', 'which rules are muted for which agent'],
  ['window.json', 'where the window was'],
  ['updates.json', 'whether Parley may look for a newer one'],
  ['browsers.json', 'which browsers the served window lets in'],
  ['served.json', 'the port that a browser finds Parley on again'],
  ['running.json', 'while Parley runs in a browser, how a second start finds it'],
  ['attach.json', 'while a window is open, how a coding agent attaches to it'],
  ['owner.lock', 'locked while Parley runs, so that no second one writes here'],
  ['logs/', 'what Parley said of itself'],
  ['transfers/', 'files on their way in or out; emptied at each start'],
  ['mcp/', 'bodies, reports and sessions that a coding agent asked for'],
  ['replays/', 'sessions being replayed; emptied at each start'],
] as const

const text = `This folder is Parley's, an inspector for A2A agents.

${contents.map(([name, what]) => `${name.padEnd(18)} ${what}`).join('\n')}

A name that continues with ".unreadable" or ".damaged" is a file Parley couldn’t read, kept as it was found.

Uninstalling Parley leaves this folder where it is: the recordings are yours. Delete it if you want them gone.
`

const names = [noteName, ...contents.map(([name]) => name.replace(/\/$/, ''))]

/** The user may have named a folder with other things in it. */
export function isParleys(name: string): boolean {
  return names.some((own) => name === own || name.startsWith(`${own}.`) || name.startsWith(`${own}-`))
}

export function leaveNote(dataDir: string): void {
  const path = join(dataDir, noteName)
  try {
    if (readNote(path) !== text) writeFileSync(path, text, privateFile)
  } catch {
    // Nothing can be written here.
  }
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
