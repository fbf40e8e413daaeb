import { skipToken, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ConversationBrief } from '#shared/contract/story.ts'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../host/engine.tsx'
import { useExchange } from '../../record/use-exchange.ts'
import { isSameTask, taskOfKey, taskOfRow } from '../../state/named-task.ts'
import { useSelection } from '../../state/selection.ts'
import { useCurrentConversation } from '../chat/index.ts'

export interface ShownTask {
  readonly task?: TaskBrief | undefined
  /** In its place: what came of the newest message instead of a task. */
  readonly failed?: ConversationBrief['failed']
  /** In its place: the exchange in which a message came instead. */
  readonly answeredIn?: string
}

/**
 * The selected task, or the one of the selected exchange; else the conversation's newest. An exchange of no task, or of another session
 * than the one that is shown, changes nothing.
 */
export function useShownTask(): ShownTask {
  const { scope } = useEngine()
  const { taskId: selected, exchangeId } = useSelection()
  const { tasks, failed, answeredIn } = useCurrentConversation() ?? {}
  const leading = useExchange(selected === undefined ? exchangeId : undefined)
  const row = leading.data?.row
  const ofExchange = row && (scope === undefined || row.sessionId === scope) ? taskOfRow(row) : undefined
  const wanted = selected === undefined ? ofExchange : taskOfKey(selected)
  const last = useRef<TaskBrief>(undefined)
  const isOfNone = row !== undefined && wanted === undefined
  const known = wanted
    ? tasks?.find((task) => isSameTask(task, wanted))
    : ((isOfNone ? last.current : undefined) ?? tasks?.at(-1))
  const asked = useTask(known ? undefined : wanted)
  // Until it is known what to show, what was shown stays.
  if (!leading.isLoading && !asked.isLoading) last.current = known ?? asked.data ?? undefined
  if (wanted !== undefined) return { task: last.current }
  if (failed) return { failed }
  return answeredIn === undefined ? { task: last.current } : { answeredIn }
}

/** How soon is asked again for a task of which nothing is known yet. */
const againMs = 1_000

/** A task that is not of the conversation on screen. */
function useTask(task: TimelineTask | undefined) {
  const { client } = useEngine()
  return useQuery({
    queryKey: ['timeline', 'task', task],
    queryFn: task ? ({ signal }) => client.story.task(task, { signal }) : skipToken,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === null ? againMs : false),
  })
}

/** The tasks of the conversation that a task is part of, oldest first. */
export function useTasksBeside(task: TaskBrief): readonly TaskBrief[] {
  const conversation = useCurrentConversation()
  const tasks = conversation?.tasks ?? []
  if (tasks.some(({ key }) => key === task.key)) return tasks
  if (task.contextId === undefined || task.contextId !== conversation?.contextId) return [task]
  return [...tasks, task].toSorted((one, other) => one.firstAt - other.firstAt)
}

/** So many stand side by side without being asked for. */
const fewTasks = 4

/** All tasks where they are few, else those that were at work while this one was. */
export function atTheSameTime(task: TaskBrief, tasks: readonly TaskBrief[]): readonly TaskBrief[] {
  if (tasks.length <= fewTasks) return tasks
  const until = ({ lastAt = Number.POSITIVE_INFINITY }: TaskBrief) => lastAt
  return tasks.filter((each) => each.firstAt <= until(task) && until(each) >= task.firstAt)
}

export function showTask(key: string): void {
  useSelection.getState().selectTask(key)
}
