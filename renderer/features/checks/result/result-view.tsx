// The result of a run: counts by level, its tests, and in the inspector the selected one.

import { useMemo } from 'react'
import { maxNameChars } from '#shared/bounded.ts'
import { countsOf, type TestResult } from '#shared/checks/run.ts'
import { type Level, levels } from '#shared/checks/suite.ts'
import { levelWord, outcomeWords } from '#shared/checks/summary.ts'
import { useEngine } from '../../../host/engine.tsx'
import type { ResultGroups } from '../../../state/checks.ts'
import { useSelection } from '../../../state/selection.ts'
import { EmptyState } from '../../../ui/feedback.tsx'
import { Select } from '../../../ui/field.tsx'
import { InInspector } from '../../../ui/in-inspector.tsx'
import { Chips } from '../../../ui/marks.tsx'
import { interfaceTitles } from '../check-words.ts'
import { colourOf, countOf, countsInWords, OutcomeCount, outcomes } from '../outcome-mark.tsx'
import { type RunHead, type Start, useStart } from '../use-check-run.ts'
import { ResultDetail } from './result-detail.tsx'
import { ResultGrid, type ResultGridProps } from './result-grid.tsx'
import { keyOf } from './result-rows.ts'

const groupNames: Readonly<Record<ResultGroups, string>> = {
  outcome: 'By outcome',
  suite: 'By suite',
  section: 'By section',
  level: 'By level',
  none: 'Not grouped',
}

const groupIds = Object.keys(groupNames) as readonly ResultGroups[]

export function ResultView({ run, results, place }: ResultGridProps) {
  const { canCall } = useEngine()
  const start = useStart()
  const test = useSelection((selection) => selection.test)
  const chosen = results.find((result) => keyOf(run, result) === test)
  const canRepeat = canCall && run.state !== 'running'

  if (results.length === 0) return <NoResults run={run} />
  return (
    <div className="check-result column full-height">
      <div className="result-tools line rigid wraps rule-below">
        <LevelSummary results={results} level={place.level} onChange={(level) => place.change({ level })} />
        <ResultFilters run={run} results={results} place={place} />
      </div>
      <div className="fills">
        <ResultGrid run={run} results={results} place={place} />
        {chosen && (
          <InInspector>
            <ResultDetail
              key={keyOf(run, chosen)}
              run={run}
              result={chosen}
              onRepeat={canRepeat ? () => void start(run.agentId, again(run, chosen)) : undefined}
              onClose={() => useSelection.setState({ test: undefined })}
            />
          </InInspector>
        )}
      </div>
    </div>
  )
}

/** One test over its interface; consent for changes was given with its first run. */
function again({ ways }: RunHead, { suiteId, testId, way, outcome }: TestResult): Start {
  return { suites: [suiteId], tests: [testId], over: ways[way], active: outcome !== 'skip' }
}

function NoResults({ run: { state, planned } }: { readonly run: RunHead }) {
  if (state === 'running') {
    return (
      <EmptyState title="Tests are running">
        <p>The first results appear here in a moment.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={planned === 0 ? 'No test was chosen' : 'No test has a result'}>
      <p>
        {planned === 0
          ? 'This run had no tests.'
          : 'The run ended before its first test did, so nothing was measured.'}
      </p>
    </EmptyState>
  )
}

interface LevelSummaryProps {
  readonly results: readonly TestResult[]
  /** The level that the list is filtered by. */
  readonly level: Level | undefined
  onChange(level: Level | undefined): void
}

function LevelSummary({ results, level, onChange }: LevelSummaryProps) {
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

function ResultFilters({ run, results, place }: ResultGridProps) {
  const { outcome, way, text, groups, change } = place
  const names = interfaceTitles(run.ways)
  const counts = useMemo(() => countsOf(results), [results])
  return (
    <search className="result-filters line shrinks wraps" aria-label="Narrow the results">
      <Chips
        label="Outcome"
        className="outcome-chips flex shrinks gap-4"
        options={outcomes}
        value={outcome}
        nameOf={(each) => (
          <>
            {outcomeWords[each]} <span className="num">{countOf(counts, each)}</span>
          </>
        )}
        onChange={(chosen) => change({ outcome: chosen })}
      />
      {run.ways.length > 1 && (
        <Select
          className="slim check-select"
          aria-label="Interface"
          options={['', ...run.ways.keys()]}
          value={way ?? ''}
          nameOf={(index) => (index === '' ? 'All interfaces' : (names[index] ?? ''))}
          onChange={(index) => change({ way: index === '' ? undefined : index })}
        />
      )}
      <Select
        className="slim check-select"
        aria-label="Groups"
        options={groupIds}
        value={groups}
        nameOf={(id) => groupNames[id]}
        onChange={(id) => change({ groups: id })}
      />
      <input
        type="search"
        className="input slim check-text"
        aria-label="Find in results"
        placeholder="Find in results"
        maxLength={maxNameChars}
        spellCheck={false}
        value={text}
        onChange={({ target }) => change({ text: target.value })}
      />
    </search>
  )
}
