// The facts in a record's closed file: by exchange in order, with names.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface StoredFact {
  readonly exchange: string
  readonly way: string
  readonly told: string
}

export function factsIn(dataDir: string): readonly StoredFact[] {
  return inFile(dataDir, (database) =>
    database
      .prepare(
        `SELECT x.uid AS exchange, f.way, concat_ws(' ', f.seq, f.kind, f.agent, k.uid, c.uid, f.name, t.agent, o.uid) AS told
          FROM fact f JOIN exchange x ON x.id = f.exchange LEFT JOIN task k ON k.id = f.task
          LEFT JOIN context c ON c.id = f.context JOIN conversation t ON t.id = f.conversation LEFT JOIN context o ON o.id = t.context
          ORDER BY f.exchange, f.place`,
      )
      .all()
      .map(({ exchange, way, told }) => ({
        exchange: String(exchange),
        way: String(way),
        told: String(told),
      })),
  )
}

export function inFile<T>(dataDir: string, act: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'record.sqlite'))
  try {
    return act(database)
  } finally {
    database.close()
  }
}
