import type { JsonObject, JsonValue } from '../model.ts'

export type Maybe = Readonly<Record<string, JsonValue | undefined>>

/** Known members over those the model kept aside. */
export function over(extra: JsonObject | undefined, members: Maybe): JsonObject {
  const written: Record<string, JsonValue> = { ...extra }
  for (const name in members) {
    const value = members[name]
    if (value !== undefined) written[name] = value
  }
  return written
}
