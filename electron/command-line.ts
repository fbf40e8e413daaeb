// Shared by all starts from a terminal: help, version and errors of the command line.

import packageJson from '../package.json' with { type: 'json' }
import { startedCommand } from './cli/command-name.ts'
import { nearest } from './cli/nearest.ts'
import { helpText } from './cli/start-help.ts'
import { firstWord, helpOf } from './cli/verb.ts'
import { allVerbs } from './cli/verbs.ts'
import { parseOptions, type StartOptions } from './options.ts'
import { windowVerbs } from './start-flags.ts'

/** Exit codes of a start, documented in the README for scripts. */
export const exitCodes = { stopped: 0, couldNotStart: 1, wrongCommandLine: 2 } as const

/** The options of a start; undefined when the command line requested something else, which is then done. */
export function readCommandLine(args: readonly string[]): StartOptions | undefined {
  const parsed = parseOptions(args)
  switch (parsed.kind) {
    case 'start':
      return parsed.options
    case 'help':
      process.stdout.write(helpOn(args))
      return undefined
    case 'version':
      process.stdout.write(`${packageJson.version}\n`)
      return undefined
    case 'wrong':
      refuse(args, parsed.message)
      return undefined
  }
}

/** The error, with a suggestion. */
export function refuse([word = '']: readonly string[], message: string): void {
  const program = startedCommand()
  const meant = nearest(
    word,
    allVerbs.map(({ name }) => firstWord(name)),
  )
  const hint = meant === undefined || meant === word ? '' : ` Did you mean ${program} ${meant}?`
  process.stderr.write(`${message}${hint}\nSee ${program} --help.\n`)
  process.exitCode = exitCodes.wrongCommandLine
}

export function helpOn([word]: readonly string[]): string {
  const program = startedCommand()
  const verbText = windowVerbs.find(({ name }) => name === word)
  return verbText ? helpOf(verbText, program) : helpText(program, allVerbs)
}
