// A request: whose it is, to whom, and what it was made for.

import type { Message } from '../../a2a/model.ts'
import { isPrompt } from '../../a2a/operation.ts'
import type { CallFacts, RequestEntry } from '../../record/entry.ts'
import { traceContextIn } from '../../traces/trace-context.ts'
import { textKey } from '../content-key.ts'
import { type Call, type Cause, isCardRead, type Marks } from './calls.ts'
import { chainDown } from './chains.ts'
import { findCause } from './find-cause.ts'
import { agentLane, hostLane, parleyLane, programLane } from './lanes.ts'
import { hookPlace, type TogetherState } from './together-state.ts'

// Requests to agents among which the one is looked for that a later call was made for, the newest.
const maxWorks = 128
// Calls made for one call by which what runs below it is found, the first.
const maxBelow = 1_000
/** Shorter texts are the same by chance. */
const leastForwardedChars = 8
// Texts of a message that may have been forwarded, the first; frameworks add others that say who said what before.
const maxForwardedTexts = 8

type Via = NonNullable<CallFacts['via']>

export function createBeginning(state: TogetherState): (entry: RequestEntry) => void {
  const { reading, links, lanes, list, tasks, groups, edges, open, hooks, placed } = state
  /** What an agent's own calls say they come from. */
  const programs = new Map<number, string>()
  /** Lanes of programs that called though no agent was at work for which they might have. */
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
    const asked = reading.request(entry)
    const marks = marksOf(entry, asked.kind === 'asked' ? asked.message : undefined)
    const agent = agentLane(facts.agentId, entry.url)
    lanes.met(hostLane(entry.url), agent)
    const cause = causeOf(entry, lanes.find(agent), marks)
    // Who calls stands before whom it calls.
    const from = cause?.call.to ?? lanes.of(facts.via ? programLane(facts.via) : parleyLane)
    if (!cause && facts.via && !isCardRead(facts)) roots.add(from)
    const to = lanes.of(agent)
    const task = asked.taskId === undefined ? undefined : tasks.of(to, asked.taskId)
    const group = groups.of({ from, to, facts, cause, exchangeId, task }, list.list().at(-1))
    const sinceMs = list.since(entry)
    const call: Call = { exchangeId, facts, marks, from, to, sinceMs, cause, group, below: [], task }
    open.set(exchangeId, call)
    if (facts.via) placed.set(exchangeId, call)
    if (facts.via && asked.kind === 'asked') for (const url of asked.pushUrls) hooks.set(hookPlace(url), from)
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
