// Runs one script for one message: waits, assigns ids and times to its steps, folds them into the task and passes them to
// listeners. Ends with the script, when the task is canceled, or when the agent closes.

import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonValue, TaskStatus, Update } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { type Channel, createChannel } from './channel.ts'
import { type Fault, fault } from './faults.ts'

import {
  type ArtifactStep,
  become,
  type MessageStep,
  type StatusStep,
  type Step,
  type TaskStep,
  type Turn,
} from './steps.ts'
import type { KeptTask } from './task.ts'

export type Emission =
  | { readonly kind: 'update'; readonly update: Update }
  | { readonly kind: 'json'; readonly json: JsonValue }
  | { readonly kind: 'raw'; readonly text: string }
  | { readonly kind: 'fault'; readonly error: Fault }
  | { readonly kind: 'cut' }

export interface Run {
  readonly task: KeptTask
  /** A channel with updates from now on; ends with the run. */
  listen(): Channel<Emission>
  /** Adds an existing channel. */
  join(channel: Channel<Emission>): void
  leave(channel: Channel<Emission>): void
  /** Sends an update that the agent itself makes, such as the end of a canceled task. */
  announce(update: Update): Promise<void>
  readonly ended: Promise<void>
}

export interface RunTools {
  readonly newId: () => string
  readonly timestamp: () => string
  /** The task exists now, so clients may request it. */
  readonly onTask: (task: KeptTask) => void
  readonly onUpdate: (task: KeptTask, update: Update) => void
}

export function startRun(steps: AsyncIterable<Step>, turn: Turn, task: KeptTask, tools: RunTools): Run {
  const listeners = new Set<Channel<Emission>>()
  let over = false
  let latest: Update | undefined

  async function emit(emission: Emission): Promise<void> {
    for (const listener of listeners) await listener.put(emission)
  }

  async function announce(update: Update): Promise<void> {
    tools.onUpdate(task, update)
    await emit({ kind: 'update', update })
  }

  async function takeStep(step: Step): Promise<'go on' | 'stop'> {
    switch (step.step) {
      case 'message':
      case 'task':
      case 'status':
      case 'artifact': {
        const update = toUpdate(step, task, tools)
        if (step.step !== 'message') tools.onTask(task)
        if (!step.unstored) fold(task, update)
        if (step.hidden) return 'go on'
        latest = sentAs(update, step, task)
        await announce(latest)
        return 'go on'
      }
      case 'again':
        if (latest) await announce(latest)
        return 'go on'
      case 'json':
        await emit({ kind: 'json', json: step.json })
        return 'go on'
      case 'raw':
        await emit({ kind: 'raw', text: step.text })
        return 'go on'
      case 'wait':
        await pause(step.ms, turn.canceled)
        return 'go on'
      case 'hold':
        await pause(undefined, turn.canceled)
        return 'stop'
      case 'fault':
        await emit({ kind: 'fault', error: step.error })
        return 'stop'
      case 'throw':
        await takeStep(become('failed', `Agent execution error: ${step.message}`))
        return 'stop'
      case 'cut':
        await emit({ kind: 'cut' })
        return 'stop'
    }
  }

  async function run(): Promise<void> {
    // Whoever started the run attaches before its first step.
    await Promise.resolve()
    try {
      for await (const step of steps) {
        if (turn.canceled.aborted) break
        if ((await takeStep(step)) === 'stop' || turn.canceled.aborted) break
      }
    } catch (error) {
      await emit({
        kind: 'fault',
        error: fault('internal', error instanceof Error ? error.message : 'Error'),
      })
    } finally {
      over = true
      for (const listener of listeners) listener.end()
    }
  }

  return {
    task,
    listen() {
      const channel = createChannel<Emission>()
      if (over) channel.end()
      else listeners.add(channel)
      return channel
    },
    join(channel) {
      listeners.add(channel)
    },
    leave(channel) {
      listeners.delete(channel)
      channel.discard()
    },
    announce,
    ended: run(),
  }
}

async function pause(ms: number | undefined, canceled: AbortSignal): Promise<void> {
  if (canceled.aborted) return
  if (ms !== undefined) {
    await sleep(ms, undefined, { signal: canceled }).catch(() => undefined)
    return
  }
  await new Promise<void>((resolve) => canceled.addEventListener('abort', () => resolve(), { once: true }))
}

function toUpdate(
  step: MessageStep | TaskStep | StatusStep | ArtifactStep,
  task: KeptTask,
  { newId, timestamp }: RunTools,
): Update {
  const { id: taskId, contextId } = task
  const { metadata } = step
  switch (step.step) {
    case 'message': {
      const { parts, messageId = newId() } = step
      return {
        kind: 'message',
        message: { messageId, role: 'agent', parts, contextId, ...defined({ metadata }) },
      }
    }
    case 'task':
      if (metadata) task.setMetadata(metadata)
      return { kind: 'task', task: task.snapshot() }
    case 'status': {
      const { state, parts, final } = step
      const message = parts && { messageId: newId(), role: 'agent' as const, parts, taskId, contextId }
      const status = { state, ...defined({ message }), timestamp: timestamp() }
      return { kind: 'status', status: { taskId, contextId, status, ...defined({ final, metadata }) } }
    }
    case 'artifact': {
      const { artifactId, parts, name, description, append = false, lastChunk = false } = step
      const artifact = { artifactId, ...defined({ name, description }), parts }
      return {
        kind: 'artifact',
        artifact: { taskId, contextId, artifact, append, lastChunk, ...defined({ metadata }) },
      }
    }
  }
}

function fold(task: KeptTask, update: Update): void {
  if (update.kind === 'status') task.setStatus(update.status.status)
  if (update.kind === 'artifact') task.addArtifact(update.artifact)
}

/** A status sent under foreign ids: its message has none. */
function unbound(status: TaskStatus): TaskStatus {
  if (status.message === undefined) return status
  const { taskId, ...message } = status.message
  return { ...status, message }
}

/** The update with the ids that the step sets. */
function sentAs(update: Update, step: Step, task: KeptTask): Update {
  const ids = 'ids' in step ? step.ids : undefined
  if (ids === undefined) return update
  const { taskId = task.id, contextId = task.contextId } = ids
  switch (update.kind) {
    case 'task':
      return { kind: 'task', task: { ...update.task, id: taskId, contextId } }
    case 'message':
      return { kind: 'message', message: { ...update.message, ...ids } }
    case 'status':
      return {
        kind: 'status',
        status: { ...update.status, taskId, contextId, status: unbound(update.status.status) },
      }
    case 'artifact':
      return { kind: 'artifact', artifact: { ...update.artifact, taskId, contextId } }
  }
}
