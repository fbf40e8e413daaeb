// The agent behind every binding: handles calls, runs scripts, stores tasks and their webhooks. Independent of the version.

import { randomUUID } from 'node:crypto'
import type { JsonValue, Message, PushConfig, Update } from '#shared/a2a/model.ts'
import { isAtRest } from '#shared/a2a/task-states.ts'
import { defined } from '#shared/defined.ts'
import { type Channel, createChannel } from './channel.ts'
import type { Call, Result, Sending } from './dialects/dialect.ts'
import { type Fault, fault, isFault, taskFault } from './faults.ts'

import type { Quirks } from './quirk.ts'
import { type Emission, type Run, startRun } from './run.ts'
import { become, type Script, type Steps, type Turn } from './steps.ts'
import { createTask, type KeptTask } from './task.ts'
import { listTasks } from './task-list.ts'

/** A run, and a channel with its updates. */
export interface Live {
  readonly channel: Channel<Emission>
  leave(): void
}

export type Answer =
  | Result
  | Fault
  | { readonly kind: 'cut' }
  | { readonly kind: 'json'; readonly json: JsonValue }

export interface DeskOptions {
  readonly script: Script
  readonly quirks: Quirks
  readonly newId?: (() => string) | undefined
  readonly now?: (() => Date) | undefined
  readonly onUpdate: (task: KeptTask, update: Update) => void
  /** No updates of this task follow until another message arrives. */
  readonly onPause: (task: KeptTask) => void
}

export function createDesk({
  script,
  quirks,
  newId = randomUUID,
  now = () => new Date(),
  onUpdate,
  onPause,
}: DeskOptions) {
  const tasks = new Map<string, KeptTask>()
  const runs = new Map<string, { readonly run: Run; readonly cancel: AbortController }>()
  /** Of tasks that wait for input. */
  const subscriptions = new Map<string, Set<Channel<Emission>>>()
  const closing = new AbortController()
  const timestamp = (): string => quirks.timestamp(now())

  function begin(call: Sending): Run | Fault {
    const { message } = call
    const keptTask = message.taskId === undefined ? undefined : tasks.get(message.taskId)
    if (message.taskId !== undefined && keptTask === undefined && call.newTaskId === undefined) {
      return taskFault('task-not-found', message.taskId)
    }
    if (keptTask && message.contextId !== undefined && message.contextId !== keptTask.contextId) {
      return taskFault('invalid-params', keptTask.id, 'contextId does not match the task')
    }
    if (keptTask?.terminal) return taskFault('task-terminal', keptTask.id)
    const task =
      keptTask ??
      createTask(call.newTaskId ?? newId(), message.contextId ?? newId(), {
        state: 'submitted',
        timestamp: timestamp(),
      })
    const resumes = keptTask?.status.state
    const request: Message = { ...message, taskId: task.id, contextId: task.contextId }
    task.addMessage(request)
    if (call.push) keepConfig(task, call.push)

    const cancel = new AbortController()
    const turn: Turn = {
      message: request,
      text: textOf(message),
      taskId: task.id,
      contextId: task.contextId,
      resumes,
      canceled: AbortSignal.any([cancel.signal, closing.signal]),
    }
    const output = call.newTaskId === undefined ? asAsync(script(turn)) : asTask(script(turn))
    const run = startRun(quirks.steps(output, turn), turn, task, {
      newId,
      timestamp,
      onTask: (begun) => tasks.set(begun.id, begun),
      onUpdate,
    })
    for (const channel of subscriptions.get(task.id) ?? []) run.join(channel)
    subscriptions.delete(task.id)
    const entry = { run, cancel }
    runs.set(task.id, entry)
    void run.ended.then(() => {
      if (runs.get(task.id) === entry) runs.delete(task.id)
      onPause(task)
    })
    return run
  }

  async function send(call: Sending, gone: AbortSignal): Promise<Answer> {
    const run = begin(call)
    if (isFault(run)) return run
    const { task } = run
    const channel = run.listen()
    const leave = (): void => run.leave(channel)
    gone.addEventListener('abort', leave, { once: true })
    if (gone.aborted) leave()
    try {
      for await (const emission of channel) {
        const settled = settles(emission, task, call.blocking)
        if (settled === 'task') break
        if (settled) return settled
      }
    } finally {
      leave()
    }
    const snapshot = task.snapshot(defined({ historyLength: call.historyLength }))
    return { kind: 'update', update: { kind: 'task', task: snapshot } }
  }

  function stream(call: Sending): Live | Fault {
    const run = begin(call)
    if (isFault(run)) return run
    const channel = run.listen()
    return { channel, leave: () => run.leave(channel) }
  }

  /** The task in its current state, then further updates. */
  function subscribe({ taskId, finishedToo }: Extract<Call, { op: 'subscribe' }>): Live | Fault {
    const task = tasks.get(taskId)
    if (task === undefined) return taskFault('task-not-found', taskId)
    const run = runs.get(taskId)?.run
    if (task.terminal && run === undefined && !finishedToo) return taskFault('task-terminal', taskId)
    const channel = run?.listen() ?? createChannel<Emission>()
    void channel.put({ kind: 'update', update: { kind: 'task', task: task.snapshot() } })
    if (run) return { channel, leave: () => run.leave(channel) }
    if (task.terminal || finishedToo) channel.end()
    else {
      const waiting = subscriptions.get(taskId) ?? new Set()
      subscriptions.set(taskId, waiting.add(channel))
    }
    return { channel, leave: () => channel.discard() }
  }

  function cancel({ taskId, finishedToo }: Extract<Call, { op: 'cancel' }>): Answer {
    const task = tasks.get(taskId)
    if (task === undefined) return taskFault('task-not-found', taskId)
    if (task.terminal) {
      return finishedToo ? { kind: 'task', task: task.snapshot() } : taskFault('not-cancelable', taskId)
    }
    const status = { state: 'canceled' as const, timestamp: timestamp() }
    task.setStatus(status)
    const running = runs.get(taskId)
    const update: Update = { kind: 'status', status: { taskId, contextId: task.contextId, status } }
    if (running) {
      void running.run.announce(update)
      running.cancel.abort()
    } else {
      onUpdate(task, update)
      onPause(task)
    }
    return { kind: 'task', task: task.snapshot() }
  }

  function keepConfig(task: KeptTask, config: PushConfig): PushConfig {
    const id = config.id ?? task.id
    const stored = { ...config, id, taskId: task.id }
    task.pushConfigs.set(id, stored)
    return stored
  }

  async function answer(call: Call, gone: AbortSignal): Promise<Answer> {
    if (call.op === 'send' || call.op === 'stream') return send(call, gone)
    if (call.op === 'list') return listTasks([...tasks.values()], call)
    if (call.op === 'cancel') return cancel(call)
    if (call.op === 'extended-card' || call.op === 'subscribe') return fault('unsupported')
    const task = tasks.get(call.taskId)
    if (task === undefined) return taskFault('task-not-found', call.taskId)
    switch (call.op) {
      case 'get':
        if (call.forgets && call.historyLength !== undefined) task.forget(call.historyLength)
        return { kind: 'task', task: task.snapshot(defined({ historyLength: call.historyLength })) }
      case 'push-create':
        return { kind: 'push-config', config: keepConfig(task, call.config) }
      case 'push-get': {
        const config = task.pushConfigs.get(call.configId ?? task.id)
        return config === undefined ? fault('task-not-found') : { kind: 'push-config', config }
      }
      case 'push-list':
        return { kind: 'push-configs', configs: [...task.pushConfigs.values()] }
      case 'push-delete':
        task.pushConfigs.delete(call.configId ?? task.id)
        return { kind: 'nothing' }
    }
  }

  return {
    answer,
    stream,
    subscribe,
    async close(): Promise<void> {
      closing.abort()
      await Promise.all([...runs.values()].map(({ run }) => run.ended))
    },
  }
}

export type Desk = ReturnType<typeof createDesk>

/** What ends a send: an outcome other than an update, a message, or the task once the call need not block any longer. */
function settles(emission: Emission, task: KeptTask, blocking: boolean): Answer | 'task' | undefined {
  switch (emission.kind) {
    case 'raw':
      return undefined
    case 'fault':
      return emission.error
    case 'json':
    case 'cut':
      return emission
    case 'update': {
      if (emission.update.kind === 'message') return { kind: 'update', update: emission.update }
      const { state } = task.status
      return !blocking || isAtRest(state) ? 'task' : undefined
    }
  }
}

function textOf(message: Message): string {
  return message.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
}

/** Where the client has named the task, a plain answer becomes a task, too. */
async function* asTask(steps: Steps) {
  for await (const step of steps) yield step.step === 'message' ? become('completed', step.parts) : step
}

async function* asAsync(steps: Steps) {
  yield* steps
}
