import type { ConversationView, TaskView } from './task-view.ts'

/** A task of others in a conversation that is held here: it is there to be opened, and nothing is done to it unasked. */
export function isOffered({ foreign }: TaskView, { isOurs }: ConversationView): boolean {
  return isOurs && foreign === true
}
