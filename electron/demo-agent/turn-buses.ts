// One event bus a turn. The SDK keeps a task's bus while the task waits for input, so a second turn would feed its opening
// Task into streams of the first, which the SDK answers with an error; and buses of abandoned tasks would stay for ever.
// Here a new turn ends the streams of the turn before it, and a bus is gone as soon as its turn is over; a subscription to a task
// that waits (1.0 §3.1.6) goes on with the bus of the next turn.

import {
  DefaultExecutionEventBus,
  type ExecutionEventBusManager,
  ExecutionEventQueue,
} from '@a2a-js/sdk/server'

export interface TurnBuses extends ExecutionEventBusManager {
  /** The events of the task's next turn, from its first; none where too many wait for one. */
  nextTurn(taskId: string): Promise<ExecutionEventQueue | undefined>
}

/** Subscriptions of the demo agent to tasks that wait; the oldest is closed. */
const maxWaitingSubscriptions = 200

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
