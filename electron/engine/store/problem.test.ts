import { expect, test } from 'vitest'
import { isDamage, isRefusal, type ProblemKind, recordProblemOf } from './problem.ts'

/** As node:sqlite throws them: the low byte of the code is the primary one. */
const sqlite = (errcode: number) =>
  Object.assign(new Error('said by SQLite'), { code: 'ERR_SQLITE', errcode })
const system = (code: string) => Object.assign(new Error(`${code}: said by the system`), { code })

test.each<[string, Error, ProblemKind, 'later' | 'never', RegExp]>([
  ['SQLITE_FULL', sqlite(13), 'disk-full', 'later', /is full\..*Free some space/],
  ['ENOSPC', system('ENOSPC'), 'disk-full', 'later', /is full/],
  ['EDQUOT', system('EDQUOT'), 'disk-full', 'later', /is full/],
  ['SQLITE_READONLY_DBMOVED', sqlite(1032), 'read-only', 'later', /may not write to/],
  ['EACCES', system('EACCES'), 'read-only', 'later', /Give it write permission/],
  ['EROFS', system('EROFS'), 'read-only', 'later', /may not write to/],
  ['SQLITE_CANTOPEN', sqlite(14), 'unreachable', 'later', /could not be opened/],
  ['SQLITE_IOERR_WRITE', sqlite(778), 'disk-trouble', 'later', /does not read or write as it should/],
  ['EIO', system('EIO'), 'disk-trouble', 'later', /Check that it is there and sound/],
  ['EMFILE', system('EMFILE'), 'too-many-files', 'later', /too many files are open/],
  ['ENFILE', system('ENFILE'), 'too-many-files', 'later', /allow more open files/],
  ['SQLITE_BUSY', sqlite(5), 'in-use', 'never', /Another program holds/],
  ['SQLITE_CORRUPT', sqlite(11), 'damaged', 'never', /is damaged/],
  ['anything else', new Error('odd'), 'failed', 'never', /could not be written: odd/],
])('%s is told in words a user can act on', (_name, error, kind, mayWork, sentence) => {
  const { cause, ...problem } = recordProblemOf(error, '/data/record.db')
  expect(problem).toEqual({
    kind,
    path: '/data/record.db',
    message: expect.stringMatching(sentence),
  })
  expect(problem.message.startsWith(`${cause} What is captured`)).toBe(true)
  expect([isRefusal(error), isDamage(error)]).toEqual([mayWork === 'later', kind === 'damaged'])
})
