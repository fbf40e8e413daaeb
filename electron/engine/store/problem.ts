// What can be wrong with the place where the record is kept, in words a user can act on.

export type ProblemKind =
  | 'disk-full'
  | 'read-only'
  | 'unreachable'
  | 'newer-file'
  | 'damaged'
  | 'disk-trouble'
  | 'too-many-files'
  | 'in-use'
  | 'failed'

export interface RecordProblem {
  readonly kind: ProblemKind
  /** What happened, alone. */
  readonly cause: string
  /** What happened, and what to do. */
  readonly message: string
  readonly path: string
}

export interface RecordStatus {
  /** `disk`: kept. `memory`: capture goes on, but what it holds is gone when Parley quits. */
  readonly keeping: 'disk' | 'memory'
  readonly problem?: RecordProblem
  /** A damaged file found at the start was moved here. */
  readonly setAside?: string
  readonly memoryEntries: number
  /** Entries that no longer fitted into memory either. */
  readonly droppedEntries: number
}

const sqlite = { full: 13, readOnly: 8, ioError: 10, corrupt: 11, cannotOpen: 14, busy: 5, notADatabase: 26 }

export function recordProblemOf(error: unknown, path: string): RecordProblem {
  const kind = kindOf(error)
  const [cause, advice = ''] = sentences(kind, path, error)
  return { kind, path, cause, message: `${cause} ${meanwhile} ${advice}`.trimEnd() }
}

const refusals: ReadonlySet<ProblemKind> = new Set([
  'disk-full',
  'read-only',
  'unreachable',
  'disk-trouble',
  'too-many-files',
])

/** The disk will not take anything now, and may later. */
export function isRefusal(error: unknown): boolean {
  const kind = kindOf(error)
  return refusals.has(kind)
}

/** Reported by SQLite or the system; anything else is about what was to be written. */
export function isOfDisk(error: unknown): boolean {
  return primaryCode(error) !== undefined || /^E(?!RR_)/.test(systemCode(error) ?? '')
}

export function isDamage(error: unknown): boolean {
  return kindOf(error) === 'damaged'
}

export function isInUse(error: unknown): boolean {
  return kindOf(error) === 'in-use'
}

export function newerFile(path: string, version: number, known: number): RecordProblem {
  const cause = `The record ${path} was written by a newer Parley (layout ${version}; this one knows ${known}).`
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

/** What is wrong, as one sentence after another; undefined while everything is kept. */
export function noticeOf(
  { problem, setAside, droppedEntries }: RecordStatus,
  others: readonly string[] = [],
): string | undefined {
  const said = [
    problem?.message,
    setAside && `A damaged record was found and set aside as ${setAside}; a new one was begun.`,
    droppedEntries > 0 && `${droppedEntries} entries no longer fitted into memory and are lost.`,
    ...others,
  ].filter(Boolean)
  return said.length === 0 ? undefined : said.join(' ')
}

function kindOf(error: unknown): ProblemKind {
  const primary = primaryCode(error)
  if (primary === sqlite.full) return 'disk-full'
  if (primary === sqlite.readOnly) return 'read-only'
  if (primary === sqlite.corrupt || primary === sqlite.notADatabase) return 'damaged'
  if (primary === sqlite.cannotOpen) return 'unreachable'
  if (primary === sqlite.busy) return 'in-use'
  if (primary === sqlite.ioError) return 'disk-trouble'
  switch (systemCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'disk-full'
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return 'read-only'
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
      return 'unreachable'
    case 'EIO':
      return 'disk-trouble'
    case 'EMFILE':
    case 'ENFILE':
      return 'too-many-files'
    default:
      return 'failed'
  }
}

function primaryCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined
  // The low byte is the primary result code; the rest only refines it.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const meanwhile = 'What is captured or set now is kept in memory only and is lost when Parley quits.'

/** What happened, and what to do. */
function sentences(
  kind: ProblemKind,
  path: string,
  error: unknown,
): readonly [cause: string, advice?: string] {
  switch (kind) {
    case 'disk-full':
      return [
        `The disk that holds ${path} is full.`,
        'Free some space: Parley then writes it down by itself.',
      ]
    case 'read-only':
      return [
        `Parley may not write to ${path}.`,
        'Give it write permission, or start it with another data directory.',
      ]
    case 'unreachable':
      return [`${path} could not be opened.`, 'Check that its folder exists and may be written to.']
    case 'damaged':
      return [
        `The record ${path} is damaged.`,
        'Restart Parley: it sets the damaged file aside and begins a new one.',
      ]
    case 'disk-trouble':
      return [
        `The disk that holds ${path} does not read or write as it should.`,
        'Check that it is there and sound, or start Parley with another data directory.',
      ]
    case 'too-many-files':
      return [
        `${path} could not be opened: too many files are open.`,
        'Close other programs, or allow more open files: Parley then writes it down by itself.',
      ]
    case 'in-use':
      return [
        `Another program holds ${path}.`,
        'Close the other Parley, or start this one with another data directory.',
      ]
    case 'newer-file':
      return [`The record ${path} was written by a newer Parley.`]
    case 'failed':
      return [`${path} could not be written: ${error instanceof Error ? error.message : String(error)}.`]
  }
}
