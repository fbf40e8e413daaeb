// Typed reads of SQLite's untyped rows.

type SqlRow = Readonly<Record<string, unknown>>

export function integerColumn(row: SqlRow | undefined, column: string, otherwise = 0): number {
  const value = row?.[column]
  return value === undefined || value === null ? otherwise : Number(value)
}

export function textColumn(row: SqlRow, column: string): string {
  return String(row[column])
}

export function bytesColumn(row: SqlRow, column: string): Uint8Array {
  const value = row[column]
  return value instanceof Uint8Array ? value : new Uint8Array(0)
}
