// Problems of the record's storage, described so that a user can act on them.

import { messageOf } from '#shared/errors.ts'
import { codeOf } from '../platform/errors.ts'

export type ProblemKind = keyof typeof problems | 'newer-file' | 'failed'

export interface RecordProblem {
  readonly kind: ProblemKind
  readonly cause: string
  /** The cause, and what to do. */
  readonly message: string
  readonly path: string
}

export interface RecordStatus {
  /** `disk`: entries are stored. `memory`: recording continues, but its entries are lost when Parley quits. */
  readonly keeping: 'disk' | 'memory'
  readonly problem?: RecordProblem
  readonly memoryEntries: number
  /** Entries that did not fit into memory either. */
  readonly droppedEntries: number
}

interface ListedProblem {
  /** Primary result codes of SQLite, or codes of the system. */
  readonly codes: readonly (number | string)[]
  /** The disk refuses writes now, and may accept them later. */
  readonly mayPass?: true
  readonly cause: (path: string) => string
  readonly advice: string
}

const problems = {
  'disk-full': {
    codes: [13, 'ENOSPC', 'EDQUOT'],
    mayPass: true,
    cause: (path) => `The disk that holds ${path} is full.`,
    advice: 'Free some space: Parley then writes it down by itself.',
  },
  'read-only': {
    codes: [8, 'EROFS', 'EACCES', 'EPERM'],
    mayPass: true,
    cause: (path) => `Parley may not write to ${path}.`,
    advice: 'Give it write permission, or start it with another data directory.',
  },
  damaged: {
    codes: [11, 26],
    cause: (path) => `The record ${path} is damaged.`,
    advice: 'Restart Parley: it sets the damaged file aside and begins a new one.',
  },
  unreachable: {
    codes: [14, 'ENOENT', 'ENOTDIR', 'EEXIST'],
    mayPass: true,
    cause: (path) => `${path} could not be opened.`,
    advice: 'Check that its folder exists and may be written to.',
  },
  'in-use': {
    codes: [5],
    cause: (path) => `Another program holds ${path}.`,
    advice: 'Close the other Parley, or start this one with another data directory.',
  },
  'disk-trouble': {
    codes: [10, 'EIO'],
    mayPass: true,
    cause: (path) => `The disk that holds ${path} does not read or write as it should.`,
    advice: 'Check that it is there and sound, or start Parley with another data directory.',
  },
  'too-many-files': {
    codes: ['EMFILE', 'ENFILE'],
    mayPass: true,
    cause: (path) => `${path} could not be opened: too many files are open.`,
    advice: 'Close other programs, or allow more open files: Parley then writes it down by itself.',
  },
} satisfies Record<string, ListedProblem>

const meanwhile = 'What is captured or set now is kept in memory only and is lost when Parley quits.'

export function recordProblemOf(error: unknown, path: string): RecordProblem {
  const recordProblem = problemOf(error)
  if (recordProblem === undefined) {
    const cause = `${path} could not be written: ${messageOf(error)}.`
    return { kind: 'failed', path, cause, message: `${cause} ${meanwhile}` }
  }
  const [kind, { cause, advice }] = recordProblem
  return { kind, path, cause: cause(path), message: `${cause(path)} ${meanwhile} ${advice}` }
}

/** Whether the disk refuses writes now, and may accept them later. */
export function isRefusal(error: unknown): boolean {
  return problemOf(error)?.[1].mayPass === true
}

/** An error of SQLite or the system; any other is about the data. */
export function isOfDisk(error: unknown): boolean {
  return primaryCode(error) !== undefined || /^E(?!RR_)/.test(codeOf(error) ?? '')
}

export function isDamage(error: unknown): boolean {
  return problemOf(error)?.[0] === 'damaged'
}

export function isInUse(error: unknown): boolean {
  return problemOf(error)?.[0] === 'in-use'
}

export function newerFile(path: string, version: number, current: number): RecordProblem {
  const cause = `The record ${path} was written by a newer Parley (layout ${version}; this one knows ${current}).`
  return {
    kind: 'newer-file',
    path,
    cause,
    message: `${cause} It was left untouched: update Parley, or start it with another data directory.`,
  }
}

export function foreignFile(path: string): RecordProblem {
  const cause = `${path} is a database of another program and was left untouched.`
  return { kind: 'failed', path, cause, message: `${cause} Start Parley with another data directory.` }
}

/** The problems, as consecutive sentences; undefined while everything is stored. */
export function noticeOf(
  { problem, droppedEntries }: RecordStatus,
  others: readonly string[] = [],
): string | undefined {
  const texts = [
    problem?.message,
    droppedEntries > 0 && `${droppedEntries} entries no longer fitted into memory and are lost.`,
    ...others,
  ].filter(Boolean)
  return texts.length === 0 ? undefined : texts.join(' ')
}

function problemOf(error: unknown): readonly [kind: keyof typeof problems, ListedProblem] | undefined {
  const kinds = Object.entries(problems) as [keyof typeof problems, ListedProblem][]
  const coded = (code: number | string | undefined) =>
    code === undefined ? undefined : kinds.find(([, { codes }]) => codes.includes(code))
  return coded(primaryCode(error)) ?? coded(codeOf(error))
}

function primaryCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined
  // The low byte is the primary result code; the rest refines it.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}
