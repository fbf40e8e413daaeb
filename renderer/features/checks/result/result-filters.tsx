import { useMemo } from 'react'
import { maxNameChars } from '#shared/bounded.ts'
import { countsOf, type TestResult } from '#shared/checks/run.ts'
import { outcomeWords } from '#shared/checks/summary.ts'
import type { ChecksPlaceOf, ResultGroups } from '../../../state/checks.ts'
import { Chips } from '../../../ui/chips.tsx'
import { Select } from '../../../ui/field.tsx'
import { wayNames } from '../check-words.ts'
import { countOf, outcomes } from '../outcome-mark.tsx'
import type { RunHead } from '../use-check-run.ts'

interface ResultFiltersProps {
  readonly run: RunHead
  readonly results: readonly TestResult[]
  readonly place: ChecksPlaceOf
}

const groupNames: Readonly<Record<ResultGroups, string>> = {
  outcome: 'By outcome',
  suite: 'By suite',
  section: 'By section',
  level: 'By level',
  none: 'Not grouped',
}

/** Narrows the list by outcome, interface and words, and says how it is grouped. */
export function ResultFilters({ run, results, place }: ResultFiltersProps) {
  const { outcome, way, text, groups, change } = place
  const names = wayNames(run.ways)
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

const groupIds = Object.keys(groupNames) as readonly ResultGroups[]
