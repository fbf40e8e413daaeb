// What a person reads in a JSON document: the text of a message or an artifact, else the prose of a card or an error.

import type { JsonValue } from '#shared/a2a/model.ts'
import { jsonIn } from '#shared/json/parse-json.ts'

/** Values looked through in one document; behind them its raw text is shown. */
const maxSearchedValues = 20_000

/** The text in it that has most of the words, in small letters; undefined where none has any. */
export function readableText(json: string, words: readonly string[]): string | undefined {
  let best: { readonly text: string; readonly score: number } | undefined
  for (const { name, text } of stringsIn(jsonIn(json))) {
    const isPart = name === 'text'
    if (!isPart && !/\S\s+\S/.test(text)) continue
    const lower = text.toLowerCase()
    const hits = words.filter((word) => lower.includes(word)).length
    const score = hits === 0 ? 0 : 2 * hits + (isPart ? 1 : 0)
    if (score > (best?.score ?? 0)) best = { text, score }
  }
  return best?.text
}

interface NamedString {
  readonly name: string
  readonly text: string
}

/** As they stand in it; of a list under the name of the list. */
function* stringsIn(root: JsonValue | undefined): Generator<NamedString> {
  const open: { readonly name: string; readonly value: JsonValue | undefined }[] = [{ name: '', value: root }]
  for (let count = 0; count < maxSearchedValues; count += 1) {
    const next = open.pop()
    if (next === undefined) return
    const { name, value } = next
    if (typeof value === 'string') yield { name, text: value }
    else if (Array.isArray(value)) for (const item of value.toReversed()) open.push({ name, value: item })
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value).toReversed()) open.push({ name: key, value: member })
  }
}
