import { expect, test } from 'vitest'
import { defined } from '#shared/defined.ts'
import { rowToShow } from './row-to-show.ts'

const block = (exchangeId: string, taskKey?: string) => ({
  place: { exchangeId, seq: 1 },
  ...defined({ taskKey }),
})
/** Rows that are not loaded are undefined. */
const blocks = [block('e1'), undefined, block('e2', 't1'), block('e2', 't1'), block('e3', 't2'), block('e4')]
const rows = { total: blocks.length, blockAt: (index: number) => blocks[index] }
const nothing = { taskId: undefined, exchangeId: undefined }

test.each([
  ['a task goes to its first row', { taskId: 't1', exchangeId: undefined }, nothing, 2],
  ['an exchange goes to its first row', { taskId: undefined, exchangeId: 'e4' }, nothing, 5],
  ['a task comes before its exchange', { taskId: 't2', exchangeId: 'e2' }, nothing, 4],
  [
    'within a task, an exchange is gone to',
    { taskId: 't1', exchangeId: 'e3' },
    { taskId: 't1', exchangeId: 'e2' },
    4,
  ],
  [
    'a task that is let go of moves nothing',
    { taskId: undefined, exchangeId: 'e2' },
    { taskId: 't1', exchangeId: 'e2' },
    undefined,
  ],
  [
    'what is selected again moves nothing',
    { taskId: 't1', exchangeId: 'e2' },
    { taskId: 't1', exchangeId: 'e2' },
    undefined,
  ],
  ['nothing selected moves nothing', nothing, { taskId: 't1', exchangeId: 'e2' }, undefined],
  [
    'what is in rows that are not known moves nothing',
    { taskId: 't9', exchangeId: 'e9' },
    nothing,
    undefined,
  ],
])('%s', (_, now, before, row) => {
  expect(rowToShow(rows, now, before)).toBe(row)
})
