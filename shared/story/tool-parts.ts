// Which parts report tools that an agent uses, and which of them report the same call. Cached for each part: all parts of a
// task are looked up in each of its versions, and a result may be long.

import type { Part } from '../a2a/model.ts'
import { type ToolNews, toolNewsIn } from '../a2a/tool-calls.ts'
import { contentDigest, partKey, textKey } from './content-key.ts'

/** One tool call or result that a part reports. */
export interface ToolMark {
  /** Key of the call; undefined where it has no id. */
  readonly call: string | undefined
  readonly isCall: boolean
  readonly isToConfirm: boolean
  /** Key of the content. */
  readonly content: string
}

const marks = new WeakMap<Part, readonly ToolMark[]>()

export function isToolPart(part: Part): boolean {
  return toolMarksOf(part).length > 0
}

/** The same key for a repeated call or result; undefined where the part reports no tool or has no id. */
export function toolKeyOf(part: Part): string | undefined {
  const all = toolMarksOf(part)
  if (all.length === 0 || all.some(({ call }) => call === undefined)) return undefined
  return contentDigest(JSON.stringify(all)).toString(36)
}

export function toolMarksOf(part: Part): readonly ToolMark[] {
  if (part.kind !== 'data') return []
  const toolMarks = marks.get(part)
  if (toolMarks) return toolMarks
  const made = toolNewsIn(part).map(markOf)
  marks.set(part, made)
  return made
}

function markOf({ kind, name, id, content = null, toConfirm }: ToolNews): ToolMark {
  return {
    call: id === undefined ? undefined : JSON.stringify([id, name]),
    isCall: kind === 'call',
    isToConfirm: toConfirm !== undefined,
    content: textKey(partKey({ kind: 'data', data: content })),
  }
}
