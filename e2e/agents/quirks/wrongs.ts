// Faults in the order and content of updates: each changes the steps of any script (PROTOCOL.md §9.5, items 22 and 23, and what
// must stay an error).

import type { Quirk } from '../quirk.ts'
import { announce, become, hold, type Step } from '../steps.ts'

const isUpdate = (step: Step): boolean =>
  step.step === 'status' || step.step === 'artifact' || step.step === 'task'

export const duplicateEvents: Quirk = {
  async *steps(steps) {
    for await (const step of steps) {
      yield step
      if (isUpdate(step)) yield { step: 'again' }
    }
  },
}

/** Swaps every two chunks of an artifact; the stored task has them in order. */
export const swappedChunks: Quirk = {
  async *steps(steps) {
    let stored: Step | undefined
    for await (const step of steps) {
      if (step.step !== 'artifact') {
        if (stored) yield { ...stored, unstored: true } as Step
        stored = undefined
        yield step
      } else if (stored === undefined) {
        yield { ...step, hidden: true }
        stored = step
      } else {
        yield step
        yield { ...stored, unstored: true } as Step
        stored = undefined
      }
    }
    if (stored) yield { ...stored, unstored: true } as Step
  },
}

/** Sends updates after the task has ended. */
export const terminalThenMore: Quirk = {
  async *steps(steps) {
    for await (const step of steps) {
      yield step
      if (step.step === 'status' && step.state === 'completed') {
        yield become('working', 'one more thing')
        yield { step: 'artifact', artifactId: 'late', parts: [{ kind: 'text', text: 'late' }] }
        yield become('completed')
      }
    }
  },
}

/** Closes the stream before the task has ended. */
export const closedEarly: Quirk = {
  async *steps(steps) {
    let closed = false
    for await (const step of steps) {
      const ends = step.step === 'status' && step.state === 'completed'
      if (ends) closed = true
      yield ends ? ({ ...step, hidden: true } as Step) : step
    }
    if (!closed) yield { step: 'cut' }
  },
}

/** Never closes the stream. */
export const leftOpen: Quirk = {
  async *steps(steps) {
    yield* steps
    yield hold
  },
}

/** Changes the ids from the third update on. */
export const idDrift: Quirk = {
  async *steps(steps, turn) {
    let count = 0
    for await (const step of steps) {
      if (!isUpdate(step)) yield step
      else if (count++ < 2) yield step
      else yield { ...step, ids: { taskId: `${turn.taskId}-drifted`, contextId: 'another-context' } } as Step
    }
  },
}

/** A later GetTask contradicts the stream. */
export const getDisagrees: Quirk = {
  async *steps(steps) {
    for await (const step of steps) {
      if (step.step === 'status' && step.state === 'completed') {
        yield { ...step, unstored: true }
        yield become('failed', 'it failed, really', { hidden: true })
      } else if (step.step === 'artifact' && step.append) {
        yield { ...step, unstored: true }
      } else yield step
    }
  },
}

/** Returns all of a task, whatever limits the request has. */
export const heedsNoLimits: Quirk = {
  params({ historyLength: _, ...params }, operation) {
    return operation === 'list' ? { ...params, includeArtifacts: true } : params
  },
}

/** completed, then working, then input-required, although terminal states are final. */
export const jumpsBack: Quirk = {
  async *steps(steps) {
    for await (const step of steps) {
      yield step
      if (step.step === 'status' && step.state === 'completed') {
        yield become('submitted')
        yield become('input-required', 'about that')
      }
    }
  },
}

/** Begins with an update, although 1.0 requires the task first. */
export const noFirstTask: Quirk = {
  async *steps(steps) {
    for await (const step of steps) if (step.step !== 'task') yield step
  },
}

/** Sends another chunk after the last one. */
export const appendAfterLast: Quirk = {
  async *steps(steps) {
    for await (const step of steps) {
      yield step
      if (step.step === 'artifact' && step.lastChunk) {
        yield { ...step, append: true, lastChunk: false, parts: [{ kind: 'text', text: 'afterthought' }] }
      }
    }
  },
}

/** Sends only snapshots of the growing task. */
export const snapshotsOnly: Quirk = {
  async *steps(steps) {
    for await (const step of steps) {
      if (step.step !== 'status' && step.step !== 'artifact') yield step
      else {
        yield { ...step, hidden: true }
        yield announce()
      }
    }
  },
}

/** Exceptions of the executor end the call instead of failing the task. */
export const throwsFault = (message?: string): Quirk => ({
  async *steps(steps) {
    for await (const step of steps) {
      if (step.step === 'throw') {
        yield { step: 'fault', error: { fault: 'internal', message: message ?? step.message } }
      } else yield step
    }
  },
})

export const throwsCut: Quirk = {
  async *steps(steps) {
    for await (const step of steps) yield step.step === 'throw' ? { step: 'cut' } : step
  },
}
