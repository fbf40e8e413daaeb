// `parley send`.

import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskState } from '#shared/a2a/model.ts'
import { isAtRest } from '#shared/a2a/task-states.ts'
import { hearCall } from '../call/hear-call.ts'
import { type Saying, sayUpdates } from '../call/say-updates.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { noteFindings } from '../findings/note-findings.ts'
import type { Output } from '../output.ts'
import type { VerbCall } from '../verb.ts'
import { type AgentRun, withAgent } from '../with-agent.ts'
import { partsOf } from './parts.ts'

const pollMs = 1_000

export async function sendMessage(call: VerbCall): Promise<number> {
  const { flags } = call
  const parts = await partsOf(call)
  return withAgent(call, async (run) => {
    const { engine, agent, signal, output } = run
    const saying = sayUpdates(output)
    const stream = flags['stream'] === true
    const request = {
      agentId: agent.id,
      stream,
      parts: [...parts],
      ...(typeof flags['task'] === 'string' && { taskId: flags['task'] }),
      ...(typeof flags['context'] === 'string' && { contextId: flags['context'] }),
      ...(!stream && { returnImmediately: flags['return-immediately'] === true }),
    }
    output.progress(`Waiting for ${agent.name}`)
    const answered = async () => {
      await hearCall(run, () => engine.conversation.send(request, signal), saying.take)
      if (flags['wait'] === true) await waitForTask(run, saying)
    }
    try {
      await answered().finally(saying.end)
      return sayEnd(saying, output)
    } finally {
      await noteFindings(run)
    }
  })
}

async function waitForTask(run: AgentRun, saying: Saying): Promise<void> {
  const { engine, agent, signal } = run
  const task = saying.task()
  while (task && !isAtRest(saying.task()?.state) && !signal.aborted) {
    const request = { agentId: agent.id, taskId: task.id }
    await hearCall(run, () => engine.tasks.get(request, signal), saying.take)
    if (!isAtRest(saying.task()?.state)) await delay(pollMs, signal)
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}

function sayEnd(saying: Saying, output: Output): number {
  const task = saying.task()
  if (!task) return verbExitCodes.done
  if (!output.isJson && task.contextId !== undefined) output.note(`Context ${task.contextId}`)
  if (task.state === 'input-required' && !output.isJson) output.note(`Answer it with --task ${task.id}.`)
  return exitCodeOfTask(task.state)
}

function exitCodeOfTask(state: TaskState | undefined): number {
  if (state === 'failed' || state === 'rejected') return verbExitCodes.failed
  return state === 'auth-required' ? verbExitCodes.credentials : verbExitCodes.done
}
