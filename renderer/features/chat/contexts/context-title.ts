import { slice } from '#shared/collections/list.ts'
import type { ConversationView } from '#shared/story/task-view.ts'
import { shortId } from '../../../ui/short-id.ts'
import { visibleString } from '../../../ui/visible-text.ts'

const longest = 80
/** Items looked at for the first words of the user. */
const looked = 8

/** What a context is called: by its user, else by the first words said in it. */
export function contextTitle(view: ConversationView, name: string | undefined): string {
  if (name) return name
  for (const item of slice(view.items, 0, looked)) {
    if (item.kind !== 'message' || item.message.message.role !== 'user') continue
    const text = item.message.message.parts.find((part) => part.kind === 'text')
    const line = text?.kind === 'text' ? text.text.slice(0, 400).trim().split('\n', 1)[0] : undefined
    if (line) return visibleString(line.length > longest ? `${line.slice(0, longest)}…` : line)
  }
  return view.contextId === undefined ? 'Not named by the agent' : `Context ${shortId(view.contextId)}`
}
