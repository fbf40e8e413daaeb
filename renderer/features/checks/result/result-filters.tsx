import { useMemo } from 'react'
import { maxNameChars } from '#shared/bounded.ts'
import { countsOf, type TestResult } from '#shared/checks/run.ts'
import { outcomeWords } from '#shared/checks/summary.ts'
import type { ChecksPlaceOf, ResultGroups } from '../../../state/checks.ts'
import { Chips } from '../../../ui/chips.tsx'
import { wayNames } from '../check-words.ts'
import { countOf, outcomes } from '../outcome-mark.tsx'
import type { RunHead } from '../use-check-run.ts'

interface ResultFiltersProps {
  readonly run: RunHead
  readonly results: readonly TestResult[]
  readonly place: ChecksPlaceOf
}

const groupNames: Readonly<Record<ResultGroups, string>> = {
  suite: 'By suite',
  section: 'By section',
  level: 'By level',
  none: 'Not grouped',
}

/** Narrows the list by outcome, interface and words, and says how it is grouped. */
export function ResultFilters({ run, results, place }: ResultFiltersProps) {
  const { outcome, way, text, groups, change } = place
  const counts = useMemo(() => countsOf(results), [results])
  return (
    <search className="result-filters" aria-label="Narrow the results">
      <Chips
        label="Outcome"
        className="outcome-chips"
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
        <select
          className="input check-select"
          aria-label="Interface"
          value={way ?? ''}
          onChange={({ target }) => change({ way: target.value === '' ? undefined : Number(target.value) })}
        >
          <option value="">All interfaces</option>
          {wayNames(run.ways).map((name, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        className="input check-select"
        aria-label="Groups"
        value={groups}
        onChange={({ target }) => change({ groups: groupIds.find((id) => id === target.value) ?? 'suite' })}
      >
        {groupIds.map((id) => (
          <option key={id} value={id}>
            {groupNames[id]}
          </option>
        ))}
      </select>
      <input
        type="search"
        className="input check-text"
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
