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
import { type Batch, createStore, type Store, type StoredSession, userMarksFrom } from './store.ts'

interface FallbackOptions extends RecordPlace {
  readonly memoryBytes: number
}

export class MemoryFallback {
  readonly #options: FallbackOptions
  readonly #path: string
  #disk: Store | undefined
  #problem: RecordProblem | undefined
  #memory: Store | undefined
  #memoryEntries = 0
  #droppedEntries = 0

  constructor(options: FallbackOptions) {
    this.#options = options
    this.#path = join(options.dataDir, recordFileName)
    const opened = openDatabase(options)
    if (opened.kind === 'open') this.#disk = createStore(opened.database)
    else this.#problem = opened.problem
  }

  readonly stores = (): readonly Store[] => [this.#disk, this.#memory].filter((store) => store !== undefined)

  /** Never throws: batches that the disk refuses go to memory, and what does not fit there is counted as dropped. */
  write(batch: Batch) {
    if (this.#disk === undefined || this.#memory !== undefined) return this.#keepInMemory(batch)
    try {
      this.#disk.write(batch)
      this.#problem = undefined
    } catch (error) {
      if (isOfDisk(error)) {
        this.#problem = recordProblemOf(error, this.#path)
        this.#keepInMemory(batch)
      } else this.#writeRowByRow(this.#disk, batch)
    }
  }

  /** Counts entries as dropped that reached no batch. */
  lose(entries: number) {
    this.#droppedEntries += entries
  }

  /** Tries to move the memory to the file; true when everything is on disk. */
  recover(): boolean {
    if (this.#memory === undefined && this.#problem === undefined) return true
    try {
      this.#reopen()
      if (this.#disk === undefined) return false
      if (this.#memory !== undefined) moveAll(this.#memory, this.#disk)
      this.#memory?.database.close()
      this.#memory = undefined
      this.#memoryEntries = 0
      this.#problem = undefined
      return true
    } catch (error) {
      this.#problem = recordProblemOf(error, this.#path)
      return false
    }
  }

  reportFailure(error: unknown) {
    this.#problem = recordProblemOf(error, this.#path)
  }

  status(): RecordStatus {
    return {
      keeping: this.#problem === undefined && this.#memory === undefined ? 'disk' : 'memory',
      ...defined({ problem: this.#problem }),
      memoryEntries: this.#memoryEntries,
      droppedEntries: this.#droppedEntries,
    }
  }

  close() {
    for (const store of [this.#disk, this.#memory]) {
      if (store?.database.isOpen) store.database.close()
    }
  }

  #keepInMemory(batch: Batch) {
    this.#memory ??= createStore(openMemory())
    if (sizeBytes(this.#memory) > this.#options.memoryBytes) {
      this.#droppedEntries += countIn(batch)
      return
    }
    const whole = { ...batch, sessions: [...this.#notYetIn(this.#memory, batch), ...batch.sessions] }
    try {
      this.#memory.write(whole)
      this.#memoryEntries += countIn(batch)
    } catch {
      this.#memoryEntries += countIn(batch) - this.#writeRowByRow(this.#memory, whole)
    }
  }

  /**
   * A row that can't be written is dropped, counted and reported, without affecting other rows. Returns the number
   * dropped.
   */
  #writeRowByRow(store: Store, { rows, bodies, sessions }: Batch): number {
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
    this.#droppedEntries += dropped
    return dropped
  }

  /** The sessions on disk of rows that go to memory: otherwise these would lose their names when they move back. */
  #notYetIn(store: Store, { rows }: Batch): readonly StoredSession[] {
    return [...new Set(rows.map(({ packed }) => packed.sessionId))]
      .filter((sessionId) => store.session(sessionId) === undefined)
      .flatMap((sessionId) => this.#sessionOnDisk(sessionId) ?? [])
  }

  #sessionOnDisk(sessionId: string): StoredSession | undefined {
    try {
      return this.#disk?.session(sessionId)
    } catch {
      // The disk can't be read either.
      return undefined
    }
  }

  #reopen() {
    if (this.#disk !== undefined || this.#problem?.kind === 'newer-file') return
    const again = openDatabase(this.#options)
    if (again.kind === 'open') this.#disk = createStore(again.database)
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
  disk.write({ rows, bodies, sessions: memory.sessions(), userMarks: userMarksFrom(memory.database) })
}

export function countIn({ rows }: Batch): number {
  return rows.reduce((sum, { packed }) => sum + countOf(packed), 0)
}

function sizeBytes(store: Store): number {
  const row = store.database
    .prepare('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size')
    .get()
  return integerColumn(row, 'n')
}
