// The result of a run: how it stands level by level, its tests, and in the inspector the one that is selected.

import type { TestResult } from '#shared/checks/run.ts'
import { useEngine } from '../../../host/engine.tsx'
import type { ChecksPlaceOf } from '../../../state/checks.ts'
import { useSelection } from '../../../state/selection.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { InInspector } from '../../../ui/in-inspector.tsx'
import type { RunHead } from '../use-check-run.ts'
import { type Start, useStart } from '../use-start.ts'
import { LevelSummary } from './level-summary.tsx'
import { ResultDetail } from './result-detail.tsx'
import { ResultFilters } from './result-filters.tsx'
import { ResultGrid } from './result-grid.tsx'
import { keyOf } from './result-rows.ts'

interface ResultViewProps {
  readonly run: RunHead
  readonly results: readonly TestResult[]
  readonly place: ChecksPlaceOf
}

export function ResultView({ run, results, place }: ResultViewProps) {
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

/** One test over its interface; what it may change was allowed where it was made. */
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
