import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { Result } from '#shared/a2a/dialect.ts'
import type { Task, TaskPage, TaskState } from '#shared/a2a/model.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import type { CallOutcome } from '#shared/contract/operation.ts'
import { defined } from '#shared/defined.ts'
import { printUpdates, taskText } from '../call/print-updates.ts'
import { resultOfCall, runCall } from '../call/run-call.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { numberOf } from '../flags.ts'
import type { VerbCall } from '../verb.ts'
import { type AgentRun, withAgent } from '../with-agent.ts'

type Perform = (run: AgentRun, taskId: string) => Promise<CallOutcome>

export function getTask(call: VerbCall): Promise<number> {
  const history = numberOf(call.flags, 'history', 0)
  return printTask(call, ({ engine, agent, signal }, taskId) =>
    engine.tasks.get({ agentId: agent.id, taskId, ...defined({ historyLength: history }) }, signal),
  )
}

export function cancelTask(call: VerbCall): Promise<number> {
  return printTask(call, ({ engine, agent, signal }, taskId) =>
    engine.tasks.cancel({ agentId: agent.id, taskId }, signal),
  )
}

function printTask(call: VerbCall, perform: Perform): Promise<number> {
  const [, taskId = ''] = call.operands
  return withAgent(call, async (run) => {
    const { output } = run
    const task = await resultOfCall(run, () => perform(run, taskId), taskIn, 'The agent returned no task.')
    output.data(agentSideOf('1.0').encodeResult({ kind: 'task', task }), () => taskText(task))
    return verbExitCodes.done
  })
}

function taskIn(result: Result): Task | undefined {
  if (result.kind === 'task') return result.task
  return result.kind === 'update' && result.update.kind === 'task' ? result.update.task : undefined
}

export function listTasks(call: VerbCall): Promise<number> {
  const { context, state, 'page-token': pageToken } = call.flags
  const pageSize = numberOf(call.flags, 'page-size', 1)
  return withAgent(call, async (run) => {
    const { engine, agent, signal, output } = run
    const request = {
      agentId: agent.id,
      ...(typeof context === 'string' && { contextId: context }),
      ...(typeof state === 'string' && { state: state as TaskState }),
      ...(typeof pageToken === 'string' && { pageToken }),
      ...defined({ pageSize }),
    }
    const page = await resultOfCall(
      run,
      () => engine.tasks.list(request, signal),
      (result) => (result.kind === 'tasks' ? result.page : undefined),
      'The agent returned no list of tasks.',
    )
    output.data(agentSideOf('1.0').encodeResult({ kind: 'tasks', page }), () => pageText(page))
    if (page.tasks.length === 0) output.note('No tasks.')
    if (page.nextPageToken && !output.isJson) output.note(`More: --page-token ${page.nextPageToken}`)
    return verbExitCodes.done
  })
}

function pageText({ tasks }: TaskPage): string {
  return tasks
    .map(({ id, contextId, status: { state, timestamp } }) =>
      [oneLine(id), state.padEnd(stateColumn), oneLine(timestamp ?? '-'), oneLine(contextId ?? '-')].join(
        '  ',
      ),
    )
    .join('\n')
}

/** As wide as the longest state. */
const stateColumn = 14

export function subscribeToTask(call: VerbCall): Promise<number> {
  const [, taskId = ''] = call.operands
  return withAgent(call, async (run) => {
    const { engine, agent, signal, output } = run
    const turn = printUpdates(output)
    const subscribe = () => engine.tasks.subscribe({ agentId: agent.id, taskId }, signal)
    await runCall(run, subscribe, turn.take).finally(turn.end)
    return verbExitCodes.done
  })
}
