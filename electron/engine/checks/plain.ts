import type { JsonValue } from '#shared/a2a/model.ts'

/** Without what a binding leaves out or puts in because it is empty. */
export function plain(value: JsonValue | undefined): JsonValue {
  return (
    JSON.parse(JSON.stringify(value ?? null), (_, member: JsonValue) =>
      isEmpty(member) ? undefined : member,
    ) ?? null
  )
}

function isEmpty(value: JsonValue): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}
