import { startFlags, startOperands, windowVerbs } from '../start-flags.ts'
import { flagLine, helpFlag, spelled, type VerbText } from './verb.ts'

export function helpText(program: string, verbs: readonly VerbText[]): string {
  const listed = (each: readonly VerbText[]) =>
    each.map(({ name, summary }) => flagLine(name, summary)).join('\n')
  return `Parley: a desktop inspector for A2A agents

${program} [options] [agent | file.parley]
${program} VERB … [options]

${startHelp().join('\n')}

Verbs, each with --help:
${listed(windowVerbs)}
Without a window:
${listed(verbs.filter(({ name }) => !windowVerbs.some((each) => each.name === name)))}

A second start on the same data hands what it was asked to open to the first, or ends where that isn't possible.
Exit codes: 0 stopped or handed over, 1 could not start or broke, 2 wrong command line.
`
}

export function startHelp(): readonly string[] {
  return [
    ...startOperands.map(([operand, means]) => flagLine(operand, means)),
    ...[...startFlags, helpFlag].map((flag) => flagLine(spelled(flag), flag.help)),
  ]
}
