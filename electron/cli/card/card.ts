import { oneLine } from '#shared/checks/reports/escape.ts'
import { defined } from '#shared/defined.ts'
import { formatCount } from '#shared/format-count.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { type Output, printable } from '../output.ts'
import type { VerbCall } from '../verb.ts'
import { type AgentRun, withAgent } from '../with-agent.ts'

/** Of a skill's description on a terminal, which then ends in "…". */
const maxSkillChars = 120

export async function getCard(call: VerbCall): Promise<number> {
  return withAgent(call, async ({ discovery, output }) => {
    const { cardUrl, raw, connection, findings } = discovery
    const used = connection && {
      url: connection.interface.url,
      binding: connection.binding,
      version: connection.dialect,
      why: connection.why,
    }
    output.data({ url: cardUrl, card: raw, ...defined({ interface: used }), findings }, () =>
      cardText(discovery, output.styled),
    )
    return verbExitCodes.done
  })
}

function cardText(
  { card, cardUrl, interfaces, findings, notes }: AgentRun['discovery'],
  styled: Output['styled'],
): string {
  const { name, description, version, capabilities, skills, provider } = card
  const declared = Object.entries(capabilities).flatMap(([key, value]) => (value === true ? [key] : []))
  const row = (label: string, value: string) => (value === '' ? [] : [`${label.padEnd(14)}${value}`])
  return [
    styled('bold', oneLine([name, version].filter((each) => each !== undefined && each !== '').join(' '))),
    ...(description === undefined ? [] : [printable(description)]),
    '',
    ...row('Card', oneLine(cardUrl)),
    ...row('Provider', oneLine(provider?.organization ?? '')),
    ...row('Capabilities', declared.join(', ')),
    ...row('Authentication', oneLine(Object.keys(card.securitySchemes).join(', '))),
    '',
    'Interfaces:',
    ...interfaces.map(
      ({ interface: { url, binding }, chosen, why }) =>
        `${chosen ? styled('green', '*') : ' '} ${oneLine(String(binding))} ${oneLine(url)}${chosen ? '' : `  ${styled('dim', oneLine(why))}`}`,
    ),
    ...(skills.length === 0 ? [] : ['', 'Skills:']),
    ...skills.map(
      ({ id, name: called, description: what }) =>
        `  ${oneLine(called ?? id ?? '')}${what === undefined || what === '' ? '' : `: ${oneLine(what, maxSkillChars)}`}`,
    ),
    ...(findings.length === 0 ? [] : ['', `${formatCount(findings.length)} findings:`]),
    ...findings.map(
      ({ severity, rule, pointer, message }) =>
        `  ${styled(severity === 'error' ? 'red' : 'yellow', severity)} ${rule} ${oneLine(pointer)}: ${oneLine(message)}`,
    ),
    ...notes.map((note) => oneLine(note)),
  ].join('\n')
}
