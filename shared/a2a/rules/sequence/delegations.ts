// Tasks that agents began for a task of another agent, by `referenceTaskIds` in messages through a tap, until they end.

import { named } from '../../json-kinds.ts'
import type { TaskState } from '../../model.ts'
import { isAtRest, isSettled } from '../../task-states.ts'
import type { AddFinding } from './finding-sink.ts'
import type { Delegation } from './observation.ts'
import { isShort, remember } from './tracks.ts'

/** Tasks that were begun for another agent's and have not ended; with more, the oldest is not judged. */
export const maxDelegations = 128
/** Tasks that one message refers to and whose end is judged by it; further ones are not. */
const maxJudgedReferences = 8

/** The exchange that reports something of a task. */
export interface DelegationSource {
  readonly agentId: string
  readonly host: string
  readonly isPrompt: boolean
  readonly via: { readonly program?: string } | undefined
  readonly references: readonly string[]
}

interface SeenTask {
  readonly taskId: string
  readonly state: TaskState
}

interface Track extends Delegation {
  state: TaskState
  readonly agentId: string
  readonly program: string | undefined
  readonly references: readonly string[]
}

const none: readonly Delegation[] = []

export function createDelegations() {
  const tracks = new Map<string, Track>()

  const begin = (key: string, delegation: Delegation, source: DelegationSource) => {
    const { agentId, via } = source
    const references = source.references.slice(0, maxJudgedReferences).filter(isShort)
    const track = { ...delegation, agentId, program: via?.program, references }
    remember(tracks, key, track, maxDelegations)
  }

  return {
    /** Returns the open tasks that were begun for a task which completes here, where the answer to its own message reports that. */
    observe({ taskId, state }: SeenTask, source: DelegationSource, sentMs: number): readonly Delegation[] {
      const { agentId, host, via, isPrompt, references } = source
      const isDelegated = isPrompt && via !== undefined && references.length > 0
      if (!isDelegated && tracks.size === 0) return none
      if (!isShort(taskId)) return none
      const key = `${agentId} ${taskId}`
      const existing = tracks.get(key)
      if (isSettled(state)) tracks.delete(key)
      else if (existing) existing.state = state
      else if (isDelegated) begin(key, { taskId, host, state, sentMs }, source)
      if (!isPrompt || state !== 'completed') return none
      return [...tracks.values()].filter(
        (track) => track.references.includes(taskId) && isOfAnother(track, source) && isAtWork(track.state),
      )
    },
    /** Its end may arrive by a webhook call, which is not judged. */
    forget(source: DelegationSource | undefined, taskId: string | undefined): void {
      tracks.delete(`${source?.agentId} ${taskId}`)
    },
  }
}

/** `wasAtWorkAt`: a reference to a task that had ended is not a delegation. */
export function checkDelegations(
  delegations: readonly Delegation[],
  wasAtWorkAt: (ms: number) => boolean,
  add: AddFinding,
): void {
  const all = delegations.filter(({ sentMs }) => wasAtWorkAt(sentMs))
  const [first] = all
  if (first === undefined) return
  const { taskId, host, state } = first
  const more = all.length === 1 ? '' : `, and so do ${all.length - 1} more`
  const message = `The task completed, but the task ${named(taskId)} at ${named(host)}, whose message refers to it, was ${state} when last returned${more}.`
  add('PARLEY-SEQ-018', '/status/state', message)
}

/** A message to the same agent is a follow-up, and one from the program that requested the other task is a sibling. */
function isOfAnother({ agentId, program }: Track, { agentId: requested, via }: DelegationSource): boolean {
  return agentId !== requested && (via === undefined || via.program !== program)
}

/** A task that waits for input may be open: its question may be the answer of the other task. */
function isAtWork(state: TaskState): boolean {
  return state !== 'unknown' && !isAtRest(state)
}
