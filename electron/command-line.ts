// What a start from a terminal has in common, whichever file it began in: help, version and complaints are answered here.

import packageJson from '../package.json' with { type: 'json' }
import { nearest } from './cli/nearest.ts'
import { startHelp } from './cli/start-help.ts'
import { flagLine, helpOf } from './cli/verb.ts'
import { allVerbs, verbs } from './cli/verbs.ts'
import { parseOptions, type StartOptions } from './options.ts'
import { windowVerbs } from './start-flags.ts'

/** What the process says when it ends: documented in the README, so that scripts may rely on it. */
export const exitCodes = { stopped: 0, couldNotStart: 1, wrongCommandLine: 2 } as const

/** The options of a start, or undefined when the command line asked for something else, which is then done. */
export function readCommandLine(program: string, args: readonly string[]): StartOptions | undefined {
  const parsed = parseOptions(args)
  switch (parsed.kind) {
    case 'start':
      return parsed.options
    case 'help':
      process.stdout.write(helpText(program, args[0]))
      return undefined
    case 'version':
      process.stdout.write(`${packageJson.version}\n`)
      return undefined
    case 'wrong':
      process.stderr.write(`${parsed.message}${verbMeant(program, args)}\nSee ${program} --help.\n`)
      process.exitCode = exitCodes.wrongCommandLine
      return undefined
  }
}

/** A word that is no verb is taken for what to open. */
function verbMeant(program: string, [word = '']: readonly string[]): string {
  const meant = nearest(
    word,
    allVerbs.map(({ name }) => name.split(' ')[0] ?? name),
  )
  return meant === undefined || meant === word ? '' : ` Did you mean ${program} ${meant}?`
}

/** Of one of the words that open a window, or of all. */
export function helpText(program: string, word?: string): string {
  const asked = windowVerbs.find(({ name }) => name === word)
  if (asked) return helpOf(asked, program)
  const listed = (each: readonly { readonly name: string; readonly summary: string }[]) =>
    each.map(({ name, summary }) => flagLine(name, summary)).join('\n')
  return `Parley: a desktop inspector for A2A agents

${program} [options] [agent | file.parley]
${program} VERB … [options]

${startHelp().join('\n')}

Verbs, each with --help:
${listed(windowVerbs)}
Without a window:
${listed(verbs)}

A second start on the same data hands what it was asked to open to the first, or ends where that isn't possible.
Exit codes: 0 stopped or handed over, 1 could not start or broke, 2 wrong command line.
`
}
