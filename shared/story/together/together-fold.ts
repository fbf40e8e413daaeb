// Folds the entries of a session into what passed between its callers and agents. Pieces of a stream are counted, not kept.

import type { WebhookEntry } from '../../record/entry.ts'
import type { Packed } from '../../record/run.ts'
import type { CallLinks } from '../../spans/call-links.ts'
import type { Reading } from '../reading.ts'
import { stateOf, taskIdOf, updatesOf } from '../updates-of.ts'
import { createBeginning } from './begin-call.ts'
import type { Item } from './calls.ts'
import { agentLane, parleyLane, programLane } from './lanes.ts'
import { createAnswerTakers } from './take-answers.ts'
import { createTogetherState, hookPlace, type TogetherState } from './together-state.ts'

/** Whose call it is that came through a tap: an agent's, or a program's of which nothing more is known. */
export interface NamedCaller {
  readonly exchangeId: string
  readonly agentId?: string | undefined
  readonly guess: boolean
}

export type TogetherFold = ReturnType<typeof createTogetherFold>

export function createTogetherFold(reading: Reading, links: CallLinks) {
  const state = createTogetherState(reading, links)
  const { lanes, list, edges, open } = state
  const begin = createBeginning(state)
  const answers = createAnswerTakers(state)
  const push = createPushTaker(state)
  let version = 0
  return {
    apply(packed: Packed) {
      version += 1
      switch (packed.kind) {
        case 'request':
          return begin(packed)
        case 'response': {
          const call = open.get(packed.exchangeId)
          if (call) call.status = packed.status
          return
        }
        case 'frame':
          return answers.frame(packed)
        case 'run':
          return answers.run(packed)
        case 'end':
        case 'failure':
          return answers.end(packed)
        case 'webhook':
          return push(packed)
        case 'redirect':
        case 'note':
          return
      }
    },
    /** What is kept of it, in order. */
    items: list.list,
    /** Older than those. */
    dropped: list.dropped,
    lanes: lanes.list,
    edges: edges.read,
    /** Of the calls that came through a tap, those of which it was not said yet as it is known now. */
    takeCallers(): readonly NamedCaller[] {
      const named = [...state.placed.values()].map(({ exchangeId, cause }) => ({
        exchangeId,
        agentId: cause?.call.facts.agentId,
        guess: cause?.guess === true && cause.call.facts.agentId !== undefined,
      }))
      state.placed.clear()
      return named
    },
    /** Grows with everything that may change an answer. */
    version: () => version,
  }
}

/** Pushes that say the same one after another are one. */
function createPushTaker({ reading, lanes, edges, tasks, list, hooks }: TogetherState) {
  let last: Item | undefined
  const whoseOf = ({ via }: WebhookEntry): number =>
    via ? (hooks.get(hookPlace(via.to)) ?? lanes.of(programLane(via))) : lanes.of(parleyLane)
  return (entry: WebhookEntry): void => {
    const from = lanes.of(agentLane(entry.registration?.agentId, `http://${entry.remoteAddress}`))
    const to = whoseOf(entry)
    edges.pushed(from, to)
    const answer = reading.answer(entry, undefined, undefined)
    const [update] = answer.kind === 'result' ? updatesOf(answer.result) : []
    const taskId = (update && taskIdOf(update)) || entry.registration?.taskId
    const task = taskId === undefined ? undefined : tasks.of(from, taskId)
    const state = update && stateOf(update)
    if (task && state) tasks.turn(task, state, list.since(entry))
    const isSame = last?.task === task && last?.from === from && last.to === to && last.state === state
    if (last && isSame && list.list().at(-1) === last) last.count += 1
    else last = list.add('push', entry, { from, to, call: undefined, task, state })
  }
}
