import { countsOf, type TestResult } from '#shared/checks/run.ts'
import { type Level, levels } from '#shared/checks/suite.ts'
import { levelWord } from '#shared/checks/summary.ts'
import { colourOf, countOf, countsInWords, OutcomeCount, outcomes } from '../outcome-mark.tsx'

interface LevelSummaryProps {
  readonly results: readonly TestResult[]
  /** The one the list is narrowed to. */
  readonly level: Level | undefined
  onChange(level: Level | undefined): void
}

/** How the run stands, level by level; one click narrows the list to it. */
export function LevelSummary({ results, level, onChange }: LevelSummaryProps) {
  return (
    <fieldset className="level-summary flex shrinks gap-6">
      <legend className="visually-hidden">Levels</legend>
      {levels.map((each) => (
        <LevelButton
          key={each}
          name={levelWord(each)}
          results={results.filter((result) => result.level === each)}
          pressed={level === each}
          onClick={() => onChange(level === each ? undefined : each)}
        />
      ))}
    </fieldset>
  )
}

interface LevelButtonProps {
  readonly name: string
  readonly results: readonly TestResult[]
  readonly pressed: boolean
  onClick(): void
}

function LevelButton({ name, results, pressed, onClick }: LevelButtonProps) {
  const counts = countsOf(results)
  const some = outcomes.filter((outcome) => countOf(counts, outcome) > 0)
  return (
    <button
      type="button"
      className="level-button line gap-8 small"
      aria-pressed={pressed}
      disabled={results.length === 0}
      onClick={onClick}
    >
      <span className="level-name">{name}</span>
      <span className="visually-hidden">{some.length === 0 ? 'no tests' : countsInWords(results)}</span>
      <span className="level-bar flex fills gap-1" aria-hidden={true}>
        {some.map((outcome) => (
          <span
            key={outcome}
            className={`level-part ${outcome}`}
            style={{ flexGrow: countOf(counts, outcome), background: colourOf(outcome) }}
          />
        ))}
      </span>
      <span className="level-counts rigid gap-8" aria-hidden={true}>
        {some.length === 0 ? (
          <span className="faint">none</span>
        ) : (
          some.map((outcome) => (
            <OutcomeCount key={outcome} outcome={outcome} count={countOf(counts, outcome)} />
          ))
        )}
      </span>
    </button>
  )
}
