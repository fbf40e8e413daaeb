import type { ReactNode } from 'react'

interface SamplesProps {
  /** The name of a file in `renderer/ui`, or of a kind of row. */
  readonly name: string
  /** By name. */
  readonly states: Readonly<Record<string, ReactNode>>
  readonly children?: ReactNode
}

/** A component in all of its states, each with its name. */
export function Samples({ name, states, children }: SamplesProps) {
  return (
    <section className="samples" aria-label={name}>
      <h2>{name}</h2>
      {Object.entries(states).map(([state, drawn]) => (
        <figure key={state} className="sample">
          <figcaption className="faint">{state}</figcaption>
          {drawn}
        </figure>
      ))}
      {children}
    </section>
  )
}

export function drawnStates<T>(
  states: Readonly<Record<string, T>>,
  draw: (one: T, state: string) => ReactNode,
): Readonly<Record<string, ReactNode>> {
  return Object.fromEntries(Object.entries(states).map(([state, one]) => [state, draw(one, state)]))
}

export const hostileText = 'Safe\u202Egpj.exe \u200B\u200B\u200B\u0007'

export const longText = Array.from(
  { length: 12 },
  (_, day) => `Day ${day + 1}: a walk, a meal, a museum.`,
).join(' ')

export const markdownText = `### Weekend in Lisbon

Take **tram 28** early, with \`no\` luggage. See [the map](https://example.com/map).

1. Alfama
2. Belém
   - Torre
   - Pastéis

> Closed on Mondays.

| Day | Cost |
| --- | ---: |
| Sat | 120 € |
| Sun | 90 € |

\`\`\`json
{ "nights": 2 }
\`\`\`
`
