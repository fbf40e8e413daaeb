import { useMemo } from 'react'
import { resolvePointer } from '#shared/a2a/rules/pointer.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { Entry } from '#shared/record/entry.ts'
import { entryBody } from '#shared/record/entry-body.ts'
import { shorten } from '#shared/shorten.ts'
import { useBody } from '../../detail/body/use-body.ts'

/** Of JSON that is parsed for the value a problem is about; of more, the bytes alone are shown. */
const maxParsedChars = 1_000_000

/** The value at a place, as JSON; undefined for an entry as a whole, and where it isn't JSON. */
export function useReceived(entry: Entry | undefined, pointer: string | undefined): string | undefined {
  const { text, complete } = useBody(entry && entryBody(entry))
  return useMemo(() => {
    if (!pointer || !complete || text.length > maxParsedChars) return undefined
    const parsed = parsedJson(text)
    if (parsed === undefined) return undefined
    const value = resolvePointer(parsed, pointer)
    return value === undefined ? '(missing)' : shorten(JSON.stringify(value))
  }, [text, complete, pointer])
}
