// `parley man`: the tables of the verbs as a manual page in roff's language.

import { appCommand, npmCommand } from '../command-name.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { startHelp } from '../start-help.ts'
import { helpFlag, spelled, usageOf, type VerbCall, type VerbText } from '../verb.ts'

export async function printManual({ version, verbs, caller }: VerbCall): Promise<number> {
  const command = caller.command === appCommand ? appCommand : npmCommand
  caller.stdout.write(manualPage(version, verbs, command))
  return verbExitCodes.done
}

function manualPage(version: string, verbs: readonly VerbText[], command: string): string {
  return `${[
    `.TH PARLEY 1 "" "Parley ${roff(version)}" "User commands"`,
    '.SH NAME',
    `${roff(command)} \\- inspect A2A agents`,
    '.SH SYNOPSIS',
    `.B ${roff(command)}`,
    '[options] [agent | file.parley]',
    '.br',
    `.B ${roff(command)}`,
    'VERB ... [options]',
    '.SH OPTIONS',
    '.nf',
    ...startHelp().map(roff),
    '.fi',
    '.SH VERBS',
    ...verbs.flatMap((verb) => verbPart(verb, command)),
    '.SH ENVIRONMENT',
    '.TP',
    '.B NO_COLOR',
    'Set to anything: no colors.',
  ].join('\n')}\n`
}

function verbPart(verb: VerbText, command: string): readonly string[] {
  return [
    `.SS ${roff(usageOf(verb, command))}`,
    roff(verb.about),
    ...[...verb.flags, helpFlag].flatMap((flag) => ['.TP', `.B ${roff(spelled(flag))}`, roff(flag.help)]),
    ...verb.examples.flatMap(([example, does]) => [
      '.PP',
      `${roff(does)}:`,
      '.PP',
      '.nf',
      roff(`  ${command} ${verb.name} ${example}`.trimEnd()),
      '.fi',
    ]),
    '.PP',
    roff(`Exit codes: ${verb.exitCodes.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}.`),
  ]
}

/** Escapes text so that no line is a request of roff, and no character has a meaning in it. */
function roff(text: string): string {
  const plain = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/[’']/g, '\\(aq')
    .replaceAll('“', '\\(lq')
    .replaceAll('”', '\\(rq')
    .replaceAll('…', '...')
  return /^[.']/.test(plain) ? `\\&${plain}` : plain
}
