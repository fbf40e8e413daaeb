import type { JsonValue } from '#shared/a2a/model.ts'

/** Undefined where the text is no JSON. */
export function parsedJson(text: string): { readonly value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
