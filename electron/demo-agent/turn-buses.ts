// One event bus a turn. The SDK keeps a task's bus while the task waits for input, so a second turn would feed its opening
// Task into streams of the first, which the SDK answers with an error; and buses of abandoned tasks would stay for ever.
// Here a new turn ends the streams of the turn before it, and a bus is gone as soon as its turn is over.

import { DefaultExecutionEventBus, type ExecutionEventBusManager } from '@a2a-js/sdk/server'

export function createTurnBuses(): ExecutionEventBusManager {
  const buses = new Map<string, DefaultExecutionEventBus>()
  return {
    createOrGetByTaskId(taskId) {
      buses.get(taskId)?.finished()
      const bus = new DefaultExecutionEventBus()
      buses.set(taskId, bus)
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
