// Which parts tell of the tools an agent uses, and which of them tell of the same call. Each is read once: a task's parts are asked
// about with each of its versions, and a result may be long.

import type { Part } from '../a2a/model.ts'
import { type ToolNews, toolNewsIn } from '../a2a/tool-calls.ts'
import { contentDigest, partKey, textKey } from './content-key.ts'

/** One thing that a part reports a tool. */
export interface ToolMark {
  /** The call it is about; undefined where it has no id. */
  readonly call: string | undefined
  readonly isCall: boolean
  readonly isToConfirm: boolean
  /** The same where it reports the same. */
  readonly content: string
}

const marks = new WeakMap<Part, readonly ToolMark[]>()

export function isToolPart(part: Part): boolean {
  return toolMarksOf(part).length > 0
}

/** The same for a call, or a result, that is told once more; undefined where a part is none or has no id. */
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
