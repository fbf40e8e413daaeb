// Server-sent events in the style of a server, line by line (PROTOCOL.md §3.5).

import type { JsonValue } from '#shared/a2a/model.ts'
import type { SseStyle } from '../quirk.ts'

export function sseEvent(style: SseStyle, json: JsonValue, index: number, event?: string): string {
  if (style.frame) return style.frame(json, index)
  const lines = [
    ...style.before(index),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...style
      .encode(json)
      .split('\n')
      .map((line) => `data: ${line}`),
    ...style.after(index),
  ]
  return `${lines.join(style.eol)}${style.eol}${style.eol}`
}
