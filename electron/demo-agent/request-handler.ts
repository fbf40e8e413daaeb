// The SDK's request handler, with checks before a scene starts, and subscriptions to waiting tasks.
//
// Whether the message has parts: 1.0 §4.1.4 requires one, and the SDK accepts none.
//
// Whether the caller reads a stream: the SDK calls the executor alike for both, and copies the whole task at every
// event of a call that waits for one response, which thousands of small events would make quadratic.
//
// Which extensions are active: a stream's headers are sent before its first event, so an activation by the executor
// would be too late for `A2A-Extensions` (1.0 §3.2.6).

import { type AgentCard, type Message, type StreamResponse, TaskState } from '@a2a-js/sdk'
import { RequestMalformedError } from '@a2a-js/sdk/errors'
import {
  type AgentExecutor,
  DefaultExecutionEventBus,
  DefaultRequestHandler,
  type ExecutionEventBusManager,
  ExecutionEventQueue,
  type ExtendedAgentCardProvider,
  type PushNotificationSender,
  type PushNotificationStore,
  type ServerCallContext,
  type TaskStore,
} from '@a2a-js/sdk/server'
import { sceneFor } from './scene-table.ts'

/** Subscriptions of the demo agent to waiting tasks; the oldest is closed. */
const maxWaitingSubscriptions = 200

const STREAMING = 'parley.streaming'

type SendMessage = DefaultRequestHandler['sendMessage']
type SendMessageStream = DefaultRequestHandler['sendMessageStream']
type Resubscribe = DefaultRequestHandler['resubscribe']

interface HandlerParts {
  readonly card: AgentCard
  readonly tasks: TaskStore
  readonly executor: AgentExecutor
  readonly buses: TurnBuses
  readonly webhooks: PushNotificationStore
  readonly sender: PushNotificationSender
  readonly extendedCard: ExtendedAgentCardProvider
}

const waits: ReadonlySet<TaskState | undefined> = new Set([
  TaskState.TASK_STATE_INPUT_REQUIRED,
  TaskState.TASK_STATE_AUTH_REQUIRED,
])

export class SceneRequestHandler extends DefaultRequestHandler {
  readonly #buses: TurnBuses

  constructor({ card, tasks, executor, buses, webhooks, sender, extendedCard }: HandlerParts) {
    super(card, tasks, executor, buses, webhooks, sender, extendedCard)
    this.#buses = buses
  }

  override sendMessage(...[params, context]: Parameters<SendMessage>): ReturnType<SendMessage> {
    requireParts(params.message)
    activateExtension(params.message, context)
    return super.sendMessage(params, context)
  }

  override sendMessageStream(
    ...[params, context]: Parameters<SendMessageStream>
  ): ReturnType<SendMessageStream> {
    requireParts(params.message)
    context.state.set(STREAMING, true)
    activateExtension(params.message, context)
    return super.sendMessageStream(params, context)
  }

  override async *resubscribe(...[params, context]: Parameters<Resubscribe>): ReturnType<Resubscribe> {
    let state: TaskState | undefined
    for await (const event of super.resubscribe(params, context)) {
      if (event.payload?.$case === 'task' || event.payload?.$case === 'statusUpdate')
        state = event.payload.value.status?.state
      yield event
    }
    while (waits.has(state)) {
      const turn = await this.#buses.nextTurn(params.id)
      if (!turn) return
      state = undefined
      for await (const { kind, data } of turn.events()) {
        if (kind === 'message') continue
        if (kind !== 'artifactUpdate') state = data.status?.state
        yield { payload: { $case: kind, value: data } as StreamResponse['payload'] }
      }
    }
  }
}

export function isStreamingCall(context: ServerCallContext): boolean {
  return context.state.get(STREAMING) === true
}

function requireParts(message: Message | undefined): void {
  if (message?.parts.length === 0) throw new RequestMalformedError('The message has no parts.')
}

function activateExtension(message: Message | undefined, context: ServerCallContext): void {
  const extension = message && sceneFor(message).extension
  if (extension && context.requestedExtensions?.includes(extension)) context.addActivatedExtension(extension)
}

// One event bus per turn. The SDK retains a task's bus while the task waits for input, so a second turn would send its
// opening Task into streams of the first, where the SDK fails; and buses of abandoned tasks would never be freed. Here
// a new turn ends the streams of the turn before it, and a bus is freed when its turn ends; a subscription to a waiting
// task (1.0 §3.1.6) continues with the bus of the next turn.

interface TurnBuses extends ExecutionEventBusManager {
  /** The events of the task's next turn, from its first; undefined where too many wait. */
  nextTurn(taskId: string): Promise<ExecutionEventQueue | undefined>
}

export function createTurnBuses(): TurnBuses {
  const buses = new Map<string, DefaultExecutionEventBus>()
  const waiting = new Map<(bus?: DefaultExecutionEventBus) => void, string>()
  return {
    nextTurn: (taskId) =>
      new Promise((resolve) => {
        const [oldest] = waiting.keys()
        if (waiting.size >= maxWaitingSubscriptions && oldest) {
          waiting.delete(oldest)
          oldest()
        }
        waiting.set((bus) => resolve(bus && new ExecutionEventQueue(bus)), taskId)
      }),
    createOrGetByTaskId(taskId) {
      buses.get(taskId)?.finished()
      const bus = new DefaultExecutionEventBus()
      buses.set(taskId, bus)
      for (const [goOn, about] of waiting) {
        if (about !== taskId) continue
        waiting.delete(goOn)
        goOn(bus)
      }
      return bus
    },
    getByTaskId: (taskId) => buses.get(taskId),
    cleanupByTaskId(taskId) {
      buses.delete(taskId)
    },
    settleByTaskId(taskId, bus) {
      bus.finished()
      bus.removeAllListeners()
      if (buses.get(taskId) === bus) buses.delete(taskId)
      return true
    },
  }
}
