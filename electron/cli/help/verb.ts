import type { Verb } from '../verb.ts'

const exitCodes: Verb['exitCodes'] = [
  [0, 'done'],
  [2, 'wrong usage'],
]

/** `names` are those of the other verbs. */
export function helpVerb(names: readonly string[]): Verb {
  return {
    name: 'help',
    summary: 'show what the command takes, or one of its verbs',
    operands: '[VERB] [WORD]',
    operandChoices: [...new Set(names.flatMap((name) => name.split(' ')))],
    about: 'Shows all options and verbs, or what one verb takes. The same as --help, alone or behind a verb.',
    flags: [],
    examples: [
      ['check', 'what check takes'],
      ['task get', 'a verb of two words'],
    ],
    exitCodes,
    load: async () => ({ run: (await import('./help.ts')).printHelp }),
  }
}

export const versionVerb: Verb = {
  name: 'version',
  summary: 'show the version',
  operands: '',
  about: 'Prints the version. The same as --version.',
  flags: [],
  examples: [['', 'such as 0.1.0']],
  exitCodes,
  load: async () => ({ run: (await import('./help.ts')).printVersion }),
}
