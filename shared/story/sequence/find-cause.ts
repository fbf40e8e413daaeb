// Finds the call that another program's call was made for. Spans of the agent, a trace, a task reference or a shared context
// prove it; equal text, or a single agent at work, is a guess and marked as one.

import { isAtRest, isWaiting } from '../../a2a/task-states.ts'
import type { Call, Cause, Chain, Item, Marks, SequenceTask } from './calls.ts'
import type { ReasonKind } from './sequence.ts'

interface CallToExplain {
  /** Absent for an agent that was never called before. */
  readonly to: number | undefined
  readonly program: string | undefined
  readonly marks: Marks
  /** The exchange that it was made for, according to spans. */
  readonly linked: string | undefined
}

interface Candidate {
  readonly call: Call
  readonly reasons: readonly ReasonKind[]
  /** Made by the same program. */
  readonly isBeside: boolean
  readonly weight: number
}

const weights: Readonly<Record<ReasonKind, number>> = {
  span: 128,
  trace: 32,
  reference: 32,
  context: 16,
  forwarded: 8,
  inside: 2,
}
const besideWeight = 12

/** `works`: calls that requested work of an agent, oldest first. `programs`: the program that each lane calls with. */
export function findCause(
  callToExplain: CallToExplain,
  works: readonly Call[],
  programs: ReadonlyMap<number, string>,
): Cause | undefined {
  const candidates = works.flatMap((call) => candidate(callToExplain, call, programs) ?? [])
  const best = Math.max(...candidates.map(({ weight }) => weight))
  const [oldest, ...others] = candidates.filter(({ weight }) => weight === best)
  if (!oldest) return undefined
  // Of several messages in one task, the last one is the cause.
  const match = others.findLast(({ call }) => isOfSameTask(call, oldest.call)) ?? oldest
  const isSure =
    match.reasons.includes('span') ||
    (!match.isBeside && match.reasons.some((reason) => reason !== 'forwarded' && reason !== 'inside'))
  const guess = !isSure || others.some(({ call }) => call.to !== match.call.to)
  return { call: match.call, reasons: match.reasons, guess }
}

function candidate(
  { to, program, marks, linked }: CallToExplain,
  call: Call,
  programs: ReadonlyMap<number, string>,
): Candidate | undefined {
  if (call.to === to) return undefined
  const before = call.marks
  const reasons: ReasonKind[] = []
  if (isSame(linked, call.exchangeId)) reasons.push('span')
  if (isSame(marks.traceId, before.traceId)) reasons.push('trace')
  if (call.task && marks.references.includes(call.task.id)) reasons.push('reference')
  if (isSame(marks.contextId, call.task?.contextId ?? before.contextId)) reasons.push('context')
  const hasReason = reasons.length > 0
  if (marks.texts.some((text) => before.texts.includes(text)) || isSame(marks.messageId, before.messageId))
    reasons.push('forwarded')
  const isInside = isAtWork(call)
  if (isInside) reasons.push('inside')
  else if (!hasReason) return undefined
  // Calls of one program are more likely siblings than cause and effect, even in a trace and a context that the program began.
  const isBeside = isSame(program, call.facts.via?.program)
  const isInItsContext = reasons.includes('context') && !isSame(marks.contextId, before.contextId)
  const isOfIt = isInItsContext || reasons.includes('reference') || reasons.includes('span')
  if (isBeside && !isOfIt) return undefined
  const callee = programs.get(call.to)
  const likely = (callee === undefined ? 0 : callee === program ? 1 : -1) - (isBeside ? besideWeight : 0)
  return { call, reasons, isBeside, weight: reasons.reduce((sum, reason) => sum + weights[reason], likely) }
}

/** The task of a call may be recognised only after another program has begun a call for it: a reference to the task proves that cause. */
export function isReferredTo({ task, exchangeId }: Call, by: Call): boolean {
  const { cause, marks } = by
  if (!task || cause?.call.exchangeId !== exchangeId || cause.reasons.includes('reference')) return false
  return marks.references.includes(task.id)
}

/** Not answered yet, or its task continues without it. */
function isAtWork({ endedMs, task }: Call): boolean {
  return endedMs === undefined || (task?.state !== undefined && !isAtRest(task.state))
}

function isOfSameTask(one: Call, other: Call): boolean {
  return one.to === other.to && one.task !== undefined && one.task === other.task
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other
}

// Chains of requests for input or authorization that agents pass on upwards, and of the answers on their way down.

/** A task began to wait: it may wait for the same as tasks below it. */
export function chainUp(item: Item, task: SequenceTask): void {
  if (task.waits) return
  task.waits = item
  const causes = new Set(
    task.calls.flatMap(({ below }) => below.flatMap(({ task: one }) => waitOf(one) ?? [])),
  )
  const [first] = causes
  if (!first) return
  const chain = [...causes].find((cause) => cause.chain)?.chain ?? begin(first)
  for (const cause of causes) if (!cause.chain) join(cause, chain)
  join(item, chain)
}

/** A message to a waiting task answers it. */
export function chainDown(item: Item, task: SequenceTask): void {
  if (task.waits?.chain) join(item, task.waits.chain)
}

function waitOf(task: SequenceTask | undefined): Item | undefined {
  return isWaiting(task?.state) ? task?.waits : undefined
}

function begin(first: Item): Chain {
  first.chain = { first, length: 1 }
  first.step = 1
  return first.chain
}

function join(item: Item, chain: Chain): void {
  item.chain = chain
  chain.length += 1
  item.step = chain.length
}
