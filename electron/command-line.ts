// What a start from a terminal has in common, whichever file it began in: help, version and complaints are answered here.

import packageJson from '../package.json' with { type: 'json' }
import type { Caller } from './cli/caller.ts'
import { startedCommand } from './cli/command-name.ts'
import { nearest } from './cli/nearest.ts'
import { helpText } from './cli/start-help.ts'
import { firstWord, helpOf } from './cli/verb.ts'
import { allVerbs } from './cli/verbs.ts'
import { parseOptions, type StartOptions } from './options.ts'
import { windowVerbs } from './start-flags.ts'

/** What the process says when it ends: documented in the README, so that scripts may rely on it. */
export const exitCodes = { stopped: 0, couldNotStart: 1, wrongCommandLine: 2 } as const

type Terminal = Pick<Caller, 'stdout' | 'stderr' | 'command'>

/** The options of a start, or the exit code when the command line asked for something else, which is then done. */
export function readCommandLine(args: readonly string[], terminal = ownTerminal()): StartOptions | number {
  const parsed = parseOptions(args)
  switch (parsed.kind) {
    case 'start':
      return parsed.options
    case 'help':
      terminal.stdout.write(helpOn(args, terminal.command))
      return exitCodes.stopped
    case 'version':
      terminal.stdout.write(`${packageJson.version}\n`)
      return exitCodes.stopped
    case 'wrong':
      return refuse(args, parsed.message, terminal)
  }
}

/** What is wrong, and how to do better. */
export function refuse(
  [word = '']: readonly string[],
  message: string,
  { command, stderr } = ownTerminal(),
): number {
  const meant = nearest(
    word,
    allVerbs.map(({ name }) => firstWord(name)),
  )
  const hint = meant === undefined || meant === word ? '' : ` Did you mean ${command} ${meant}?`
  stderr.write(`${message}${hint}\nSee ${command} --help.\n`)
  return exitCodes.wrongCommandLine
}

function ownTerminal(): Terminal {
  const { stdout, stderr } = process
  return { stdout, stderr, command: startedCommand() }
}

/** Of one of the words that open a window, or of all. */
export function helpOn([word]: readonly string[], command = startedCommand()): string {
  const asked = windowVerbs.find(({ name }) => name === word)
  return asked ? helpOf(asked, command) : helpText(command, allVerbs)
}
