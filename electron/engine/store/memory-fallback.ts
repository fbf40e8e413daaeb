// Writes batches to the file; while that fails, to a bounded database in memory, which is moved to the file once it can
// be written again. Readers see one list of stores, oldest entries first.

import { join } from 'node:path'
import { defined } from '#shared/defined.ts'
import { countOf } from '#shared/record/run.ts'
import { reportInternalError } from '../platform/guarded.ts'
import { bytesColumn, integerColumn, textColumn } from './column.ts'
import { allFacts } from './fact-writer.ts'
import { toClause } from './filter.ts'
import { openDatabase, openMemory, type RecordPlace, recordFileName } from './open-database.ts'
import { isOfDisk, type RecordProblem, type RecordStatus, recordProblemOf } from './problem.ts'
import { type Batch, carriedFrom, createStore, type Store, type StoredSession } from './store.ts'

export type MemoryFallback = ReturnType<typeof createMemoryFallback>

export function createMemoryFallback(options: RecordPlace & { readonly memoryBytes: number }) {
  const path = join(options.dataDir, recordFileName)
  const opened = openDatabase(options)
  let disk: Store | undefined = opened.kind === 'open' ? createStore(opened.database) : undefined
  let problem: RecordProblem | undefined = opened.kind === 'refused' ? opened.problem : undefined
  let memory: Store | undefined
  let memoryEntries = 0
  let droppedEntries = 0

  const keepInMemory = (batch: Batch) => {
    memory ??= createStore(openMemory())
    if (sizeBytes(memory) > options.memoryBytes) {
      droppedEntries += countIn(batch)
      return
    }
    const whole = { ...batch, sessions: [...notYetIn(memory, batch), ...batch.sessions] }
    try {
      memory.write(whole)
      memoryEntries += countIn(batch)
    } catch {
      memoryEntries += countIn(batch) - writeRowByRow(memory, whole)
    }
  }
  /** A row that can't be written is dropped, counted and reported, without affecting other rows. Returns the number dropped. */
  const writeRowByRow = (store: Store, { rows, bodies, sessions }: Batch): number => {
    let dropped = 0
    const first = { rows: [], bodies, sessions }
    for (const part of [first, ...rows.map((row) => ({ rows: [row], bodies: new Map(), sessions: [] }))]) {
      try {
        store.write(part)
      } catch (error) {
        reportInternalError({ where: 'record entry', error })
        dropped += countIn(part)
      }
    }
    droppedEntries += dropped
    return dropped
  }
  /** The sessions on disk of rows that go to memory: otherwise these would lose their names when they move back. */
  const notYetIn = (store: Store, { rows }: Batch): readonly StoredSession[] =>
    [...new Set(rows.map(({ packed }) => packed.sessionId))]
      .filter((sessionId) => store.session(sessionId) === undefined)
      .flatMap((sessionId) => sessionOnDisk(sessionId) ?? [])

  const sessionOnDisk = (sessionId: string): StoredSession | undefined => {
    try {
      return disk?.session(sessionId)
    } catch {
      // The disk can't be read either.
      return undefined
    }
  }

  const reopen = () => {
    if (disk !== undefined || problem?.kind === 'newer-file') return
    const again = openDatabase(options)
    if (again.kind === 'open') disk = createStore(again.database)
  }

  return {
    stores: (): readonly Store[] => [disk, memory].filter((store) => store !== undefined),

    /** Never throws: batches that the disk refuses go to memory, and what does not fit there is counted as dropped. */
    write(batch: Batch) {
      if (disk === undefined || memory !== undefined) return keepInMemory(batch)
      try {
        disk.write(batch)
        problem = undefined
      } catch (error) {
        if (isOfDisk(error)) {
          problem = recordProblemOf(error, path)
          keepInMemory(batch)
        } else writeRowByRow(disk, batch)
      }
    },
    /** Counts entries as dropped that reached no batch. */
    lose(entries: number) {
      droppedEntries += entries
    },

    /** Tries to move the memory to the file; true when everything is on disk. */
    recover(): boolean {
      if (memory === undefined && problem === undefined) return true
      try {
        reopen()
        if (disk === undefined) return false
        if (memory !== undefined) moveAll(memory, disk)
        memory?.database.close()
        memory = undefined
        memoryEntries = 0
        problem = undefined
        return true
      } catch (error) {
        problem = recordProblemOf(error, path)
        return false
      }
    },

    reportFailure(error: unknown) {
      problem = recordProblemOf(error, path)
    },

    status: (): RecordStatus => ({
      keeping: problem === undefined && memory === undefined ? 'disk' : 'memory',
      ...defined({ problem }),
      memoryEntries,
      droppedEntries,
    }),

    close() {
      for (const store of [disk, memory]) {
        if (store?.database.isOpen) store.database.close()
      }
    },
  }
}

/** In one transaction: a crash must not leave half of it twice. */
function moveAll(memory: Store, disk: Store): void {
  const parts = memory.database.prepare('SELECT hash, bytes FROM body_part ORDER BY hash, part').all()
  const pieces = Map.groupBy(parts, (part) => textColumn(part, 'hash'))
  const bodies = new Map(
    [...pieces].map(([hash, its]) => [hash, Buffer.concat(its.map((part) => bytesColumn(part, 'bytes')))]),
  )
  const tasks = memory.database
    .prepare('SELECT e.seq, t.uid FROM entry e JOIN task t ON t.id = e.task')
    .all()
    .map((row) => [integerColumn(row, 'seq'), textColumn(row, 'uid')] as const)
  const taskOf = new Map(tasks)
  const facts = Map.groupBy(allFacts(memory), ({ exchangeId }) => exchangeId)
  const rows = memory
    .selectPacked({ clause: toClause(undefined), after: 0, limit: Number.MAX_SAFE_INTEGER })
    .map((packed) => ({
      packed,
      taskId: taskOf.get(packed.seq),
      facts: facts
        .get(packed.exchangeId)
        ?.filter(({ seq }) => seq >= packed.seq && seq < packed.seq + countOf(packed)),
    }))
  disk.write({ rows, bodies, sessions: memory.sessions(), carried: carriedFrom(memory.database) })
}

function countIn({ rows }: Batch): number {
  return rows.reduce((sum, { packed }) => sum + countOf(packed), 0)
}

function sizeBytes(store: Store): number {
  const row = store.database
    .prepare('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size')
    .get()
  return integerColumn(row, 'n')
}
