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

/** A page without scripts and resources, so any client can show it safely. */
export function postcardHtml(): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Postcard from Lisbon</title>',
    '<style>body{margin:0;font:16px/1.5 system-ui;background:#f4efe4;color:#26262b}',
    'main{max-width:26rem;margin:2rem auto;padding:1.5rem;border:1px solid #dbcfb4;border-radius:12px;background:#fff}',
    'h1{margin:0 0 .5rem;font-size:1.25rem;color:#be4034}</style></head>',
    '<body><main><h1>Greetings from Alfama</h1>',
    '<p>The tram bell, the tiles, the river at the end of every lane. Wish you were on the next train.</p>',
    '<table><tr><td>Weather</td><td>21 C, a light wind</td></tr><tr><td>Sunset</td><td>18:52</td></tr></table>',
    '</main></body></html>',
    '',
  ].join('\n')
}
