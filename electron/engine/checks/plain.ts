import type { JsonValue } from '#shared/a2a/model.ts'

/** Without what a binding leaves out or puts in because it is empty, and a time however many digits it has. */
export function plain(value: JsonValue | undefined): JsonValue {
  return (
    JSON.parse(JSON.stringify(value ?? null), (_, member: JsonValue) => {
      if (isEmpty(member)) return undefined
      return typeof member === 'string' ? member.replace(time, '$1Z') : member
    }) ?? null
  )
}

/** What comes before zeros at the end of a fraction of a second. */
const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d*[1-9])?)\.?0*Z$/

function isEmpty(value: JsonValue): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}
