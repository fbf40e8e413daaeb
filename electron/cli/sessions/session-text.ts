// Sessions and what is in them, as lines for people.

import { oneLine } from '#shared/checks/reports/escape.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { counted } from '#shared/format-count.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { callerOf } from '#shared/record/program-name.ts'

/** Of a name in a line, which then ends in "…". */
const maxNameColumns = 60

/** The name the user gave, or whom it was with. */
export function titleOf({ name, agents }: Pick<SessionView, 'name' | 'agents'>): string {
  const title = name === '' ? agents.map((agent) => agent.name).join(', ') : name
  return title === '' ? 'unnamed' : oneLine(title, maxNameColumns)
}

export const timeText = (at: number) =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z')

export function sessionLine(session: SessionView): string {
  const { id, createdAt, exchanges, findings, origin, pinned, deleted } = session
  const marks = [
    ...(pinned ? ['pinned'] : []),
    ...(origin === 'imported' ? ['imported'] : []),
    ...(deleted === undefined ? [] : ['being deleted']),
  ]
  const counts = `${counted(exchanges, 'exchange')}, ${counted(findings, 'finding')}`
  return `${oneLine(id)}  ${timeText(createdAt)}  ${titleOf(session)}  ${[counts, ...marks].join(', ')}`
}

export function exchangeLine(row: ExchangeRow): string {
  const { startedAt, label, url, status, state, problem, endedMs, findings } = row
  const ended = endedMs === undefined ? '' : ` ${Math.round(endedMs)} ms`
  const found = findings.error + findings.warning + findings.info
  const caller = callerOf(row)
  return [
    timeText(startedAt),
    oneLine(label),
    oneLine(url),
    ...(caller === undefined ? [] : [`called by ${oneLine(caller, maxNameColumns)}`]),
    `${status ?? state}${ended}`,
    ...(found === 0 ? [] : [counted(found, 'finding')]),
    ...(problem === undefined ? [] : [oneLine(problem)]),
  ].join('  ')
}

/** The last line of what was recorded until it was stopped, as JSON and as text. */
export function sessionSum({ id, exchanges, tasks, findings }: SessionView) {
  return {
    line: { done: { sessionId: id, exchanges, tasks, findings } },
    text: () =>
      `Session ${id}: ${counted(exchanges, 'exchange')}, ${counted(tasks, 'task')}, ${counted(findings, 'finding')}`,
  }
}
