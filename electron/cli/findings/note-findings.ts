import { listed } from '#engine/access/challenge.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { counted } from '#shared/format-count.ts'
import type { EngineRun } from '../with-engine.ts'

/** Rules that the line after an answer names; "…" then stands for the others. */
const maxNamedRules = 4

/** Prints how many errors and warnings the session of this run has, and how to list them. */
export async function noteFindings(run: EngineRun): Promise<void> {
  const { engine, output, commandLine, isKept } = run
  const sessionId = await sessionOfRun(run)
  const { console } = engine.readersOf(sessionId)
  const matches = await Promise.all(
    (['error', 'warning'] as const).map(async (severity) => {
      const { rows, findings } = await console.findingGroups({
        ...{ sessionId, severity, offset: 0, limit: maxNamedRules + 1 },
      })
      return { severity, findings, rules: rows.map(({ rule }) => rule) }
    }),
  )
  const counts = matches.filter(({ findings }) => findings > 0)
  if (counts.length === 0) return
  const rules = [...new Set(counts.flatMap((each) => each.rules))]
  const named = rules.slice(0, maxNamedRules).map((rule) => oneLine(rule))
  const sum = listed(
    counts.map(({ severity, findings }) => counted(findings, severity)),
    'and',
  )
  const more = rules.length > named.length ? ', …' : ''
  const isOne = counts.reduce((total, { findings }) => total + findings, 0) === 1
  const how = isKept ? ` – see ${isOne ? 'it' : 'them'} with ${commandLine('findings last')}` : ''
  output.note(`${sum}: ${named.join(', ')}${more}${how}`)
}

/** A run that records nothing is read in the current session, too. */
export async function sessionOfRun({ engine: { sessions } }: Pick<EngineRun, 'engine'>): Promise<string> {
  const { shownId } = await sessions.recording()
  return shownId ?? sessions.currentSession()
}
