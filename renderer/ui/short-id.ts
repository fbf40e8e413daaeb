import { visibleString } from './visible-text.ts'

/** An id as a person compares it: its two ends. The whole of it belongs into the title. */
export function shortId(id: string): string {
  return id.length <= 12
    ? visibleString(id)
    : `${visibleString(id.slice(0, 4))}…${visibleString(id.slice(-2))}`
}
