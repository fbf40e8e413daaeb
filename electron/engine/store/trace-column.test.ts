import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrate } from './migrations.ts'

/** The last layout without the column. */
const before = 7

test('a file from before traces were listed gets them from the requests it holds', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database, 0, before)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparents = [`00-${traceId}-00f067aa0ba902b7-01`, 'nonsense', undefined]
  for (const [index, traceparent] of traceparents.entries()) {
    const id = index + 1
    const headers = traceparent === undefined ? [] : [['Traceparent', traceparent]]
    database
      .prepare(
        'INSERT INTO entry (seq, n, session, exchange, kind, at, mono, rest) VALUES (?, 1, 1, ?, 0, 0, 0, ?)',
      )
      .run(id, id, JSON.stringify({ headers }))
    database
      .prepare(
        'INSERT INTO summary (exchange, session, first_seq, last_seq, at, mono) VALUES (?, 1, ?, ?, 0, 0)',
      )
      .run(id, id, id)
  }
  migrate(database, before, before + 1)
  const matches = database.prepare('SELECT trace FROM summary ORDER BY exchange').all()
  expect(matches.map(({ trace }) => trace)).toEqual([traceId, null, null])
  database.close()
})
