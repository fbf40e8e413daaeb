import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createCallerReader, lacksCallers } from './callers.ts'
import { migrate } from './migrations.ts'
import { createStore } from './store.ts'

/** The last layout without the columns. */
const before = 10

test('a file from before callers were listed opens without them, and gets them a slice at a time', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database, 0, before)
  const via = { tap: 'http://127.0.0.1:1', caller: '127.0.0.1:50001', program: 'planner/1' }
  const { program: _, ...unnamed } = via
  const calls = [{ via }, {}, { via: unnamed }, ...Array.from({ length: 600 }, () => ({}))]
  for (const [index, call] of calls.entries()) {
    const id = index + 1
    database
      .prepare(
        'INSERT INTO entry (seq, n, session, exchange, kind, at, mono, rest) VALUES (?, 1, 1, ?, 0, 0, 0, ?)',
      )
      .run(id, id, JSON.stringify({ call }))
    database
      .prepare(
        'INSERT INTO summary (exchange, session, first_seq, last_seq, at, mono) VALUES (?, 1, ?, ?, 0, 0)',
      )
      .run(id, id, id)
  }
  migrate(database, before)
  const lookUp = () =>
    database.prepare('SELECT exchange, caller, program FROM summary WHERE caller IS NOT NULL').all()
  const store = createStore(database)
  expect([lookUp(), lacksCallers(store)]).toEqual([[], true])
  let news = 0
  const { fillCallers, hasCallers, seenCallers } = createCallerReader(
    () => [store],
    () => {
      news += 1
    },
  )
  expect([fillCallers(store), news]).toEqual([false, 0])
  expect([fillCallers(store), news]).toEqual([true, 1])
  expect([fillCallers(store), news, lacksCallers(store)]).toEqual([true, 1, false])
  expect([hasCallers(), seenCallers(5)]).toEqual([true, { programs: ['planner/1'], agentIds: [] }])
  expect(lookUp()).toEqual([
    { exchange: 1, caller: '127.0.0.1:50001', program: 'planner/1' },
    { exchange: 3, caller: '127.0.0.1:50001', program: null },
  ])
  database.close()
})
