// Folds the entries of a session into what passed between its callers and agents. Pieces of a stream are counted, not stored.

import type { Message } from '../../a2a/model.ts'
import { isPrompt } from '../../a2a/operation.ts'
import type { CallFacts, RequestEntry, WebhookEntry } from '../../record/entry.ts'
import type { Packed } from '../../record/run.ts'
import type { CallLinks } from '../../spans/span-nodes.ts'
import { traceContextIn } from '../../traces/span.ts'
import { textKey } from '../content-key.ts'
import type { Reading } from '../reading.ts'
import { stateOf, taskIdOf, updatesOf } from '../updates-of.ts'
import { type Call, type Cause, type Item, isCardRead, type Marks } from './calls.ts'
import { chainDown, findCause } from './find-cause.ts'
import { agentLane, hostLane, parleyLane, programLane } from './lanes.ts'
import { createSequenceState, hookPlace, type SequenceState } from './sequence-state.ts'
import { createResponseReducers } from './take-responses.ts'

// A request: its caller, its agent and its cause.

// Requests to agents that are searched for the cause of a later call, the newest.
const maxWorks = 128
// Calls that are listed below one call, the first.
const maxBelow = 1_000
/** Shorter texts are equal by chance. */
const leastForwardedChars = 8
// Texts of a message that may have been forwarded, the first; frameworks add others that quote earlier messages.
const maxForwardedTexts = 8

type Via = NonNullable<CallFacts['via']>

function createBeginning(state: SequenceState): (entry: RequestEntry) => void {
  const { reading, links, lanes, list, tasks, groupOf, edges, open, hooks, placed } = state
  /** The program that the calls of each agent name. */
  const programs = new Map<number, string>()
  /** Lanes of programs that called while no agent was at work that could have caused it. */
  const roots = new Set<number>()
  let works: Call[] = []

  const isContradicted = ({ guess, call }: Cause, via: Via, to: number | undefined) => {
    if (!guess) return false
    const program = lanes.find(programLane(via))
    const isRoot = program !== undefined && roots.has(program)
    return isRoot || (to !== undefined && edges.leads(to, call.to))
  }
  const causeOf = ({ call: { via }, exchangeId }: RequestEntry, to: number | undefined, marks: Marks) => {
    if (!via) return undefined
    const cause = findCause(
      { to, program: via.program, marks, linked: links.get(exchangeId) },
      works,
      programs,
    )
    if (cause && isContradicted(cause, via, to)) return undefined
    if (cause && via.program !== undefined) programs.set(cause.call.to, via.program)
    return cause
  }
  const keep = (call: Call) => {
    const { cause, task, to } = call
    if (cause && cause.call.below.length < maxBelow) cause.call.below.push(call)
    if (!isPrompt(call.facts.operation)) return
    works.push(call)
    if (works.length > maxWorks) works = works.slice(-maxWorks / 2)
    if (task) tasks.join(task, call)
    lanes.called(to, 1)
  }

  return (entry) => {
    const { call: facts, exchangeId } = entry
    if (facts.purpose !== 'operation' && !facts.via) return
    const request = reading.request(entry)
    const marks = marksOf(entry, request.kind === 'asked' ? request.message : undefined)
    const agent = agentLane(facts.agentId, entry.url)
    lanes.connect(hostLane(entry.url), agent)
    const cause = causeOf(entry, lanes.find(agent), marks)
    // The caller's lane precedes the lane it calls.
    const from = cause?.call.to ?? lanes.rootOf(facts.via ? programLane(facts.via) : parleyLane)
    if (!cause && facts.via && !isCardRead(facts)) roots.add(from)
    const to = lanes.rootOf(agent)
    const task = request.taskId === undefined ? undefined : tasks.taskOf(to, request.taskId)
    const group = groupOf({ from, to, facts, cause, exchangeId, task }, list.list().at(-1))
    const sinceMs = list.since(entry)
    const call: Call = { exchangeId, facts, marks, from, to, sinceMs, cause, group, below: [], task }
    open.set(exchangeId, call)
    if (facts.via) placed.set(exchangeId, call)
    if (facts.via && request.kind === 'asked')
      for (const url of request.pushUrls) hooks.set(hookPlace(url), from)
    group.tally.begun()
    edges.begun(call)
    keep(call)
    const item = list.add('call', entry, { from, to, call, task, state: undefined })
    group.newest = item
    if (task && isPrompt(facts.operation)) chainDown(item, task)
  }
}

function marksOf({ headers }: RequestEntry, message: Message | undefined): Marks {
  const { traceId } = traceContextIn(headers) ?? {}
  if (!message) return { traceId, texts: [], references: [] }
  const { contextId, messageId, parts, referenceTaskIds: references = [] } = message
  const texts = parts
    .flatMap((part) => (part.kind === 'text' ? [part.text.trim()] : []))
    .filter(({ length }) => length >= leastForwardedChars)
    .slice(0, maxForwardedTexts)
    .map(textKey)
  return { traceId, contextId, messageId, texts, references }
}

/** The caller of a call through a tap: an agent, or an unidentified program. */
export interface NamedCaller {
  readonly exchangeId: string
  readonly agentId?: string | undefined
  readonly guess: boolean
}

export type SequenceFold = ReturnType<typeof createSequenceFold>

export function createSequenceFold(reading: Reading, links: CallLinks) {
  const state = createSequenceState(reading, links)
  const { lanes, list, edges, open } = state
  const begin = createBeginning(state)
  const answers = createResponseReducers(state)
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
    /** The newest, in order. */
    items: list.list,
    /** Number of older items. */
    dropped: list.dropped,
    lanes: lanes.list,
    edges: edges.read,
    /** Calls through a tap whose caller has changed since this was last called. */
    takeCallers(): readonly NamedCaller[] {
      const named = [...state.placed.values()].map(({ exchangeId, cause }) => ({
        exchangeId,
        agentId: cause?.call.facts.agentId,
        guess: cause?.guess === true && cause.call.facts.agentId !== undefined,
      }))
      state.placed.clear()
      return named
    },
    /** Grows with every entry. */
    version: () => version,
  }
}

/** Consecutive equal pushes are one item. */
function createPushTaker({ reading, lanes, edges, tasks, list, hooks }: SequenceState) {
  let last: Item | undefined
  const receiverOf = ({ via }: WebhookEntry): number =>
    via ? (hooks.get(hookPlace(via.to)) ?? lanes.rootOf(programLane(via))) : lanes.rootOf(parleyLane)
  return (entry: WebhookEntry): void => {
    const from = lanes.rootOf(agentLane(entry.registration?.agentId, `http://${entry.remoteAddress}`))
    const to = receiverOf(entry)
    edges.pushed(from, to)
    const answer = reading.answer(entry, undefined, undefined)
    const [update] = answer.kind === 'result' ? updatesOf(answer.result) : []
    const taskId = (update && taskIdOf(update)) || entry.registration?.taskId
    const task = taskId === undefined ? undefined : tasks.taskOf(from, taskId)
    const state = update && stateOf(update)
    if (task && state) tasks.turn(task, state, list.since(entry))
    const isSame = last?.task === task && last?.from === from && last.to === to && last.state === state
    if (last && isSame && list.list().at(-1) === last) last.count += 1
    else last = list.add('push', entry, { from, to, call: undefined, task, state })
  }
}
