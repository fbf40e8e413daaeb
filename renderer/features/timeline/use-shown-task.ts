import { skipToken, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../host/engine.tsx'
import { useExchange } from '../../record/use-exchange.ts'
import { isSameTask, taskOfKey, taskOfRow, useSelection } from '../../state/selection.ts'
import { useCurrentConversation } from '../chat/index.ts'

export interface ShownTask {
  readonly task?: TaskBrief | undefined
  /** The task of the selected exchange is being read. */
  readonly isLoading?: boolean
  /** Without a task: the exchange of the newest message, which returned an error or a message. */
  readonly exchangeId?: string | undefined
}

/** The selected task, or the task of the selected exchange if this session has it; without a selection, the conversation's newest. */
export function useShownTask(): ShownTask {
  const { scope } = useEngine()
  const { taskId, exchangeId } = useSelection()
  const { tasks, failed, answeredIn } = useCurrentConversation() ?? {}
  const isExchange = taskId === undefined && exchangeId !== undefined
  const row = useExchange(isExchange ? exchangeId : undefined).data?.row
  const ofExchange = row && (scope === undefined || row.sessionId === scope) ? taskOfRow(row) : undefined
  const named = taskId === undefined ? ofExchange : taskOfKey(taskId)
  const taskBrief = named && tasks?.find((task) => isSameTask(task, named))
  const query = useTask(taskBrief ? undefined : named)
  const last = useRef<TaskBrief>(undefined)
  if (named) {
    // A growing task is read again: until then the previous state stays.
    const task = taskBrief ?? query.data ?? last.current
    last.current = task && isSameTask(task, named) ? task : undefined
    return { task: last.current, isLoading: query.isLoading }
  }
  if (isExchange) return {}
  const answered = failed?.exchangeId ?? answeredIn
  return answered === undefined ? { task: tasks?.at(-1) } : { exchangeId: answered }
}

/** Retry interval for a task without reports so far. */
const againMs = 1_000

/** A task outside the conversation on screen. */
function useTask(task: TimelineTask | undefined) {
  const { client } = useEngine()
  return useQuery({
    queryKey: ['timeline', 'task', task],
    queryFn: task ? ({ signal }) => client.story.task(task, { signal }) : skipToken,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === null ? againMs : false),
  })
}

/** The tasks of a task's conversation, oldest first. */
export function useTasksBeside(task: TaskBrief): readonly TaskBrief[] {
  const conversation = useCurrentConversation()
  const tasks = conversation?.tasks ?? []
  if (tasks.some(({ key }) => key === task.key)) return tasks
  if (task.contextId === undefined || task.contextId !== conversation?.contextId) return [task]
  return [...tasks, task].toSorted((one, other) => one.firstAt - other.firstAt)
}

/** This many are shown side by side without a request. */
const fewTasks = 4

/** All tasks if they are few, else those at work at the same time. */
export function atTheSameTime(task: TaskBrief, tasks: readonly TaskBrief[]): readonly TaskBrief[] {
  if (tasks.length <= fewTasks) return tasks
  const until = ({ lastAt = Number.POSITIVE_INFINITY }: TaskBrief) => lastAt
  return tasks.filter((each) => each.firstAt <= until(task) && until(each) >= task.firstAt)
}

export function showTask(key: string): void {
  useSelection.getState().selectTask(key)
}
