// A word in the data directory about itself: it outlives the app, and whoever finds it there should know what it is.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const text = `This folder is Parley's, an inspector for A2A agents.

record.sqlite      what crossed the wire, secrets masked
imported/          sessions you brought in from files
agents.json        the agents you pointed Parley at
cards/             their cards, as they were last read or pasted
access.json        which credentials are for whom
secrets.json       on the desktop, the credentials themselves; your system's vault has the key
receiver.json      where agents were asked to call back, and how those calls are checked
chat.json          what you began to write, and what you called conversations
preferences.json   how the window looked
window.json        where the window was
updates.json       whether Parley may look for a newer one
running.json       while Parley runs in a browser, how a second start finds it
logs/              what Parley said of itself
transfers/         files on their way in or out; emptied at each start
replays/           sessions being replayed; emptied at each start

Uninstalling Parley leaves this folder where it is: the recordings are yours. Delete it if you want them gone.
`

export function leaveDataFolderNote(dataDir: string): void {
  const path = join(dataDir, 'ABOUT THIS FOLDER.txt')
  try {
    if (readNote(path) !== text) writeFileSync(path, text, { mode: 0o600 })
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
