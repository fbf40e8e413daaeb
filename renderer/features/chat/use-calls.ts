// Everything the chat asks of an agent. A call is known to the window while it runs, so that any place that shows it can stop it.

import { useMemo } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { SendRequest } from '#shared/contract/conversation.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../host/engine.tsx'
import { messageOf } from '../../host/message-of.ts'
import { type RunningCall, useRunningCalls } from '../../state/running-calls.ts'

type TaskOf = Pick<TaskBrief, 'key' | 'taskId' | 'agentId'>
type CallFacts = Omit<RunningCall, 'id' | 'since' | 'stop'>

export interface Calls {
  send(request: SendRequest & { readonly messageId: string }): void
  get(task: TaskOf): void
  subscribe(task: TaskOf): void
  /** What is known now, and then what comes. */
  catchUp(task: TaskOf): void
  cancel(task: TaskOf): void
  poll(task: TaskOf, intervalMs: number): void
  /** Until a task that waits for authorization goes on: by subscription, or by polls where that ends sooner. */
  awaitAuthorization(task: TaskOf, intervalMs: number): void
}

export function useCalls(): Calls {
  const { client } = useEngine()
  return useMemo(() => callsOf(client), [client])
}

function callsOf(client: EngineClient): Calls {
  const get = (task: TaskOf) =>
    perform({ kind: 'get', ...factsOf(task) }, (signal) => client.tasks.get(namesOf(task), { signal }))
  const subscribe = (task: TaskOf) =>
    perform({ kind: 'subscribe', ...factsOf(task) }, (signal) =>
      client.tasks.subscribe(namesOf(task), { signal }),
    )
  const poll = (task: TaskOf, intervalMs: number, throughWaits: boolean) =>
    perform({ kind: 'poll', ...factsOf(task), intervalMs }, async (signal, id) => {
      const input = { ...namesOf(task), intervalMs, throughWaits }
      for await (const step of await client.tasks.poll(input, { signal })) {
        useRunningCalls.getState().stepped(id, step)
      }
    })
  return {
    send(request) {
      const { agentId, messageId } = request
      void perform({ kind: 'send', agentId, messageId }, (signal) =>
        client.conversation.send(request, { signal }),
      )
    },
    get: (task) => void get(task),
    subscribe: (task) => void subscribe(task),
    catchUp: (task) => void get(task).then((done) => done && subscribe(task)),
    cancel(task) {
      void perform({ kind: 'cancel', ...factsOf(task) }, (signal) =>
        client.tasks.cancel(namesOf(task), { signal }),
      )
    },
    poll: (task, intervalMs) => void poll(task, intervalMs, false),
    awaitAuthorization: (task, intervalMs) =>
      void get(task)
        .then((done) => done && subscribe(task))
        .then((done) => done && poll(task, intervalMs, true)),
  }
}

/** Whether it went well as far as this window can tell. */
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
