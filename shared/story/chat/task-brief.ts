import { defined } from '../../defined.ts'
import type { ExchangeView } from '../exchanges.ts'
import type { ConversationView, TaskView } from '../task-view.ts'
import type { TaskBrief } from './chat-row.ts'
import { entryRefOf } from './segments.ts'
import { anyProblemOf } from './send-problem.ts'

export function briefOf(task: TaskView, exchangeOf: (id: string) => ExchangeView | undefined): TaskBrief {
  const { key, taskId, agentId, contextId, status, statusEvent, phase, first, lastAt, sent } = task
  const isWaiting = phase === 'waiting' && statusEvent !== undefined
  const broken = phase === 'interrupted' && task.lastStream && exchangeOf(task.lastStream.exchangeId)
  const problem = broken && anyProblemOf(broken)
  const inVain = task.failedRequest === undefined ? undefined : exchangeOf(task.failedRequest)
  return {
    key,
    taskId,
    ...defined({ agentId, contextId, state: status?.state }),
    phase,
    ...(isByCaller(task, exchangeOf) && { byCaller: true }),
    place: entryRefOf(first),
    firstAt: first.at,
    ...(phase !== 'live' && { lastAt }),
    sent,
    ...(isWaiting && {
      asks: { event: statusEvent, ...defined({ message: status?.message }) },
    }),
    ...(problem && { broken: { ...problem, exchangeId: broken.id } }),
    ...(inVain && refusedIn(inVain)),
  }
}

/** A task of another client in a conversation with own messages: it is offered to be opened, and nothing is done to it. */
export function isOffered({ foreign }: TaskView, { isOurs }: ConversationView): boolean {
  return isOurs && foreign === true
}

/** Another program requested it, through a tap. */
export function isByCaller(
  { first }: Pick<TaskView, 'first'>,
  exchangeOf: (id: string) => ExchangeView | undefined,
): boolean {
  return exchangeOf(first.exchangeId)?.call?.via !== undefined
}

function refusedIn(exchange: ExchangeView): Pick<TaskBrief, 'refused'> {
  const problem = anyProblemOf(exchange)
  const operation = exchange.call?.operation
  return problem ? { refused: { ...problem, exchangeId: exchange.id, ...defined({ operation }) } } : {}
}
