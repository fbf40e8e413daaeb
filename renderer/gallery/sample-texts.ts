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
