// What a user types to run Parley again, on the same data folder.

import { basename } from 'node:path'
import { bash } from '#shared/export/bash.ts'

/** The command of the npm package; documents use this one. */
export const npmCommand = 'parley-a2a'
/** The command of the app's packages. */
export const appCommand = 'parley'

export function startedCommand(): string {
  const program = basename(process.argv[1] ?? '')
  const isClone = program === 'npm-start.js' || Object.hasOwn(process, 'defaultApp')
  if (isClone) return 'npm start --'
  if (process.versions['electron'] !== undefined || program === 'main.js') return appCommand
  // A command run by npm may be installed for npx alone.
  return process.env['npm_command'] === undefined ? npmCommand : `npx ${npmCommand}`
}

export function commandLine(command: string, words: string, dataDir: string | undefined): string {
  if (dataDir === undefined) return `${command} ${words}`
  return `${command} ${words} --data-dir ${/^[\w@%+=:,./\\~-]+$/.test(dataDir) ? dataDir : bash(dataDir)}`
}
