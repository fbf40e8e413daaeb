/** An id as a person compares it: its two ends. The whole of it belongs into the title. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 4)}…${id.slice(-2)}`
}
