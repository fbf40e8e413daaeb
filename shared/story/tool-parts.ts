// Which parts tell of the tools an agent uses, and which of them tell the same. Each is read once: a task's parts are asked
// about with each of its versions, and a result may be long.

import type { Part } from '../a2a/model.ts'
import { toolNewsIn } from '../a2a/tool-calls.ts'
import { textKey } from './content-key.ts'

interface ToolMark {
  /** Undefined where one of them has no id. */
  readonly key: string | undefined
}

const marks = new WeakMap<Part, ToolMark | 'none'>()

export function tellsOfTools(part: Part): boolean {
  return markOf(part) !== 'none'
}

/** The same for a call, or a result, that is told once more; undefined where a part is none or has no id. */
export function toolKeyOf(part: Part): string | undefined {
  const mark = markOf(part)
  return mark === 'none' ? undefined : mark.key
}

function markOf(part: Part): ToolMark | 'none' {
  if (part.kind !== 'data') return 'none'
  const known = marks.get(part)
  if (known) return known
  const news = toolNewsIn(part)
  const key = () =>
    news.some(({ id }) => id === undefined)
      ? undefined
      : textKey(JSON.stringify(news.map(({ kind, name, id, content }) => [kind, name, id, content])))
  const mark = news.length === 0 ? 'none' : { key: key() }
  marks.set(part, mark)
  return mark
}
