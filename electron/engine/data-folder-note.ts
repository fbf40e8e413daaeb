// A word in the data directory about itself: it outlives the app, and whoever finds it there should know what it is.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const text = `This folder is Parley's, an inspector for A2A agents.

record.sqlite      what crossed the wire, secrets masked
agents.json        the agents you pointed Parley at
access.json        which credentials are for whom; on the desktop, the secrets themselves are in your system's vault
preferences.json   how the window looked
logs/              what Parley said of itself

Uninstalling Parley leaves this folder where it is: the recordings are yours. Delete it if you want them gone.
`

export function leaveDataFolderNote(dataDir: string): void {
  try {
    writeFileSync(join(dataDir, 'ABOUT THIS FOLDER.txt'), text, { flag: 'wx', mode: 0o600 })
  } catch {
    // It is there already, or nothing can be written here.
  }
}
