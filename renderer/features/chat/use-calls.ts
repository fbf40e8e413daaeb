// The chat's calls to an agent. Running calls are registered in the window, so that any pane can stop them.

import { useMemo } from 'react'
import { maxAuthorizationWaitMs } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { SendRequest } from '#shared/contract/conversation.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../host/engine.tsx'
import { type RunningCall, useRunningCalls } from '../../state/running-calls.ts'
import { useDiscovery } from '../agent/index.ts'

type TaskOf = Pick<TaskBrief, 'key' | 'taskId' | 'agentId'>
type CallFacts = Omit<RunningCall, 'id' | 'since' | 'stop'>

export interface Calls {
  send(request: SendRequest & { readonly messageId: string }): void
  get(task: TaskOf): void
  subscribe(task: TaskOf): void
  /** First the current state, then updates. */
  catchUp(task: TaskOf): void
  cancel(task: TaskOf): void
  /** `authorizationMs`: how long it continues while the task waits for authorization. */
  poll(task: TaskOf, intervalMs: number, authorizationMs?: number): void
  /** Until a task that waits for authorization continues: by subscription where the agent streams, else by polls. */
  awaitAuthorization(task: TaskOf, intervalMs: number, streams: boolean): void
}

export function useCalls(): Calls {
  const { client } = useEngine()
  return useMemo(() => callsOf(client), [client])
}

function callsOf(client: EngineClient): Calls {
  const get = (task: TaskOf) =>
    perform({ kind: 'get', ...factsOf(task) }, (signal) => client.tasks.get(namesOf(task), { signal }))
  /** After `mostMs` it ends as if the agent had ended it. */
  const subscribe = (task: TaskOf, mostMs?: number) =>
    perform({ kind: 'subscribe', ...factsOf(task) }, async (signal) => {
      if (mostMs === undefined) return client.tasks.subscribe(namesOf(task), { signal })
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), mostMs)
      const either = AbortSignal.any([signal, late.signal])
      return client.tasks
        .subscribe(namesOf(task), { signal: either })
        .catch((thrown: unknown) => {
          if (!late.signal.aborted) throw thrown
        })
        .finally(() => clearTimeout(timer))
    })
  const poll = (task: TaskOf, intervalMs: number, authorizationMs?: number) => {
    const { setGaveUp, stepped } = useRunningCalls.getState()
    setGaveUp(task.key, false)
    return perform({ kind: 'poll', ...factsOf(task), intervalMs, authorizationMs }, async (signal, id) => {
      const input = {
        ...namesOf(task),
        intervalMs,
        ...defined({ authorizationMs }),
      }
      for await (const step of await client.tasks.poll(input, { signal })) {
        stepped(id, step)
        if (step.end === 'gave-up') setGaveUp(task.key, true)
      }
    })
  }
  return {
    send(request) {
      const { agentId, messageId } = request
      void perform({ kind: 'send', agentId, messageId }, (signal) =>
        client.conversation.send(request, { signal }),
      ).then((done) => done && useRunningCalls.getState().messageEnded(messageId))
    },
    get: (task) => void get(task),
    subscribe: (task) => void subscribe(task),
    catchUp: (task) => void get(task).then((done) => done && subscribe(task)),
    cancel(task) {
      void perform({ kind: 'cancel', ...factsOf(task) }, (signal) =>
        client.tasks.cancel(namesOf(task), { signal }),
      )
    },
    poll: (task, intervalMs, authorizationMs) => void poll(task, intervalMs, authorizationMs),
    async awaitAuthorization(task, intervalMs, streams) {
      const { setGaveUp } = useRunningCalls.getState()
      setGaveUp(task.key, false)
      if (!streams) return void poll(task, intervalMs, maxAuthorizationWaitMs)
      const since = performance.now()
      if (!(await subscribe(task, maxAuthorizationWaitMs))) return
      // The record has the subscription's updates, so the agent is not called.
      const existing = await client.story.task(namesOf(task)).catch(() => null)
      if (existing !== null && existing.state !== 'auth-required') return
      const left = Math.round(maxAuthorizationWaitMs - (performance.now() - since))
      if (left > 0) void poll(task, intervalMs, left)
      else setGaveUp(task.key, true)
    },
  }
}

/** Returns whether it succeeded, as far as this window can detect. */
async function perform(
  facts: CallFacts,
  run: (signal: AbortSignal, id: number) => Promise<unknown>,
): Promise<boolean> {
  const { begin, end, setFault, calls } = useRunningCalls.getState()
  const stop = new AbortController()
  const id = (calls.at(-1)?.id ?? 0) + 1
  const about = facts.taskKey ?? facts.agentId
  begin({ ...facts, id, since: Date.now(), stop: () => stop.abort() })
  setFault(about, undefined)
  try {
    await run(stop.signal, id)
    return true
  } catch (thrown) {
    if (!stop.signal.aborted) setFault(about, messageOf(thrown))
    return false
  } finally {
    end(id)
  }
}

function namesOf({ taskId, agentId = '' }: TaskOf) {
  return { agentId, taskId }
}

function factsOf({ key, agentId = '' }: TaskOf) {
  return { agentId, taskKey: key }
}

/** Whether the card offers streaming: the default for messages. */
export function useStreams(): boolean {
  const discovery = useDiscovery().data
  return discovery?.found === true && discovery.card.capabilities.streaming === true
}

/** This window's own calls that receive updates of a task: "Disconnect" ends them. */
export function useListening(task: TaskBrief): readonly RunningCall[] {
  const calls = useRunningCalls((running) => running.calls)
  return calls.filter((call) => bringsTask(call, task))
}

export function bringsTask({ kind, taskKey, messageId }: RunningCall, { key, sent }: TaskBrief): boolean {
  if (messageId !== undefined) return sent.includes(messageId)
  return taskKey === key && (kind === 'subscribe' || kind === 'poll')
}
