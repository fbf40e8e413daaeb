// The timetable every scene quotes: one table, so that itinerary, options, CSV and booking agree.

export interface Train {
  readonly train: string
  readonly leaves: string
  readonly arrives: string
  readonly changes: number
  readonly forTwoEur: number
}

export const TRAINS = [
  { train: 'IC 523', leaves: '06:39', arrives: '09:18', changes: 0, forTwoEur: 58 },
  { train: 'AP 181', leaves: '07:00', arrives: '09:30', changes: 0, forTwoEur: 84 },
  { train: 'IC 525', leaves: '09:39', arrives: '12:48', changes: 1, forTwoEur: 52 },
] as const satisfies readonly Train[]

export function csv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

export function timetableCsv(): string {
  return csv(
    ['train', 'leaves', 'arrives', 'changes', 'for_two_eur'],
    TRAINS.map((train) => [train.train, train.leaves, train.arrives, train.changes, train.forTwoEur]),
  )
}
