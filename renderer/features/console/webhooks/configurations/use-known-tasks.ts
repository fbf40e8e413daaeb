import { at } from '#shared/collections/list.ts'
import { useEngine } from '../../../../host/engine.tsx'
import type { RecordStore } from '../../../../record/record-store.ts'

interface KnownTask {
  readonly taskId: string
  readonly state: string
}

const mostConversations = 30
const mostTasks = 50

/** The newest tasks of an agent, to choose from. Read once: a list that moves while one chooses helps nobody. */
export function useKnownTasks(agentId: string | undefined): readonly KnownTask[] {
  const { record } = useEngine()
  return agentId === undefined ? [] : tasksOf(record, agentId)
}

function tasksOf(record: RecordStore, agentId: string): readonly KnownTask[] {
  const conversations = record.conversations()
  const found: KnownTask[] = []
  let looked = 0
  for (let index = conversations.length - 1; index >= 0 && looked < mostConversations; index--) {
    const conversation = at(conversations, index)
    if (conversation?.agentId !== agentId || conversation.mergedInto !== undefined) continue
    looked++
    const { tasks } = conversation
    for (let place = tasks.length - 1; place >= 0 && found.length < mostTasks; place--) {
      const task = record.task(at(tasks, place) ?? '')
      if (task) found.push({ taskId: task.taskId, state: task.status?.state ?? 'unknown' })
    }
  }
  return found
}
