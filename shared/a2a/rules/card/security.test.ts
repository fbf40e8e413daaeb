import { expect, it } from 'vitest'
import { unguarded } from '#testing/rules/cases/security-cases.ts'

const [bearer, key] = [{ bearer: [] }, { key: [] }]

it.each<readonly [string, Parameters<typeof unguarded>]>([
  ['a card that requires none', [[]]],
  ['one that requires none as an alternative', [[bearer, {}]]],
  ['a key in a header that nobody else knows', [[key], ['Accept', 'x-corp']]],
  ['a key in the address', [[{ inQuery: [] }], ['Accept'], ['corp']]],
  ['what may go along with the connection', [[{ certificate: [] }, bearer]]],
  ['a scheme that the card doesn’t have', [[{ elsewhere: [] }]]],
])('no finding: %s', (_what, request) => {
  expect(unguarded(...request)).toEqual([])
})

it('a finding names what the card requires', () => {
  expect(unguarded([{ bearer: [], certificate: [] }, key])).toMatchObject([
    {
      message:
        '`GetTask` without credentials returned a result, but the card requires `bearer` and `certificate` or `key`.',
    },
  ])
})
