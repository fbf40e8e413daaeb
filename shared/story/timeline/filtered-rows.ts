// The rows a filter lets through, by position, as they are now. Going through a million rows takes milliseconds, so the
// list is made anew when the task has changed.

import { firstWhere } from '../../collections/first-where.ts'
import type { TimelineFilter } from '../../contract/timeline.ts'
import type { RowTable } from './row-table.ts'

export interface FilteredRows {
  count(): number
  rowAt(position: number): number | undefined
  /** The position of a row, if it matches. */
  positionOf(row: number): number | undefined
}

/** `found` says whether the text of a filter is in a row. */
export function filterRows(
  rows: RowTable,
  filter: TimelineFilter,
  found?: ReadonlySet<number | undefined>,
): FilteredRows {
  const { kinds, sources, findings } = filter
  if (!kinds && !sources && !findings && !found) {
    return {
      count: () => rows.length,
      rowAt: (position) => (position < rows.length ? position : undefined),
      positionOf: (row) => row,
    }
  }
  const wantedKinds = kinds && new Set(kinds)
  const wantedSources = sources && new Set(sources)
  const matches = (row: number): boolean =>
    (!wantedKinds || wantedKinds.has(rows.kindAt(row))) &&
    (!wantedSources || rows.sourcesAt(row).some((source) => wantedSources.has(source))) &&
    (!findings || rows.severityAt(row) !== undefined) &&
    (!found || found.has(row))
  const matching: number[] = []
  for (let row = 0; row < rows.length; row++) if (matches(row)) matching.push(row)
  return {
    count: () => matching.length,
    rowAt: (position) => matching[position],
    positionOf(row) {
      const position = firstWhere(matching.length, (place) => (matching[place] ?? 0) >= row)
      return matching[position] === row ? position : undefined
    },
  }
}
