import type { WrittenProblem } from '#shared/a2a/hand-written.ts'
import type { Composed } from '../../../state/compose.ts'
import { LeftOut } from '../../../ui/left-out.tsx'
import { SeverityMark } from '../../../ui/severity-mark.tsx'
import { dialectName } from '../../agent/index.ts'

/** Problems listed of a request that is written; they are counted above, and a line says how many more. */
const maxShownProblems = 50

interface ProblemListProps {
  readonly composed: Composed
  readonly problems: readonly WrittenProblem[]
  onReveal(pointer: string): void
}

/** What is wrong with what is written; nothing of it keeps it from being sent. */
export function ProblemList({ composed: { dialect }, problems, onReveal }: ProblemListProps) {
  return (
    <div className="compose-problems" aria-live="polite">
      <p className="muted">{summaryOf(problems.length, dialect && dialectName(dialect))}</p>
      {problems.length > 0 && (
        <ul aria-label="Problems in the request">
          {problems.slice(0, maxShownProblems).map(({ severity, message, hint, pointer }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be wrong twice
            <li key={index}>
              <button type="button" className="exchange-finding" onClick={() => onReveal(pointer)}>
                <span className="finding-line">
                  <SeverityMark severity={severity} />
                  <strong>{message}</strong>
                </span>
                {hint !== '' && <span className="muted">{hint}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      <LeftOut of={problems.length} shown={maxShownProblems} where="not listed" />
    </div>
  )
}

function summaryOf(count: number, version: string | undefined): string {
  if (version === undefined) return 'Sent as written, without checks: no version is chosen.'
  if (count === 0) return `Valid as A2A ${version}.`
  return `${count === 1 ? 'One thing is' : `${count} things are`} not as A2A ${version} requires.`
}
