import type { JsonValue } from '../a2a/model.ts'

/** As strictly as `JSON.parse` reads; undefined for a text that is no JSON. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
