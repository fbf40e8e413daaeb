// What a user types to run Parley again: the command as it was started, on the same data.

import { basename } from 'node:path'
import { bash } from '#shared/export/bash.ts'

/** As npm installs it: documents use this one. */
export const npmCommand = 'parley-a2a'
/** As the packages of the app install it. */
export const appCommand = 'parley'

export function startedCommand(): string {
  const program = basename(process.argv[1] ?? '')
  const isClone = program === 'npm-start.js' || Object.hasOwn(process, 'defaultApp')
  if (isClone) return 'npm start --'
  if (process.versions['electron'] !== undefined || program === 'main.js') return appCommand
  // Whatever npm runs may be installed for it alone.
  return process.env['npm_command'] === undefined ? npmCommand : `npx ${npmCommand}`
}

export function commandLine(command: string, words: string, dataDir: string | undefined): string {
  if (dataDir === undefined) return `${command} ${words}`
  return `${command} ${words} --data-dir ${/^[\w@%+=:,./\\~-]+$/.test(dataDir) ? dataDir : bash(dataDir)}`
}
