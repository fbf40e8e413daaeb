// Tells the facts of what is about to be written, each once an exchange. What must be known of an exchange for that is kept while it
// is open, and read back where it was begun before.

import type { TaskState } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { Packed } from '#shared/record/run.ts'
import { type Fact, type FactSource, factsOf } from '#shared/story/facts.ts'
import type { Reading } from '#shared/story/reading.ts'
import { reportInternalError } from '../guarded.ts'
import type { RowToWrite } from './run.ts'

export interface Begun {
  readonly source: FactSource
  readonly facts: readonly Fact[]
}

interface FactTellerDeps {
  readonly reading: Reading
  /** Of an exchange that is written down already. */
  readonly begun: (exchangeId: string) => Begun
}

// Exchanges under way whose facts are not repeated; past it a fact may be written twice, and is shown once.
const maxOpenExchanges = 20_000
// Facts of one exchange by which it is found; its entries are all on the record.
const maxFacts = 2_000
// Names of artifacts and messages of one exchange by which it is found; its entries are all on the record.
const maxFactNames = 200

interface Open {
  source: FactSource
  last: Fact | undefined
  readonly keys: Set<string>
  names: number
}

/** Gives the same rows, with their facts. */
export function createFactTeller({ reading, begun }: FactTellerDeps) {
  const open = new Map<string, Open>()

  const openOf = ({ exchangeId, kind }: Packed): Open => {
    const known = open.get(exchangeId)
    if (known) return known
    const isFirst = kind === 'request' || kind === 'webhook'
    const { source, facts } = isFirst ? nothing : begun(exchangeId)
    const state = { source, last: undefined, keys: new Set(facts.map(keyOf)), names: 0 }
    // Whatever is let go of is read back.
    if (open.size >= maxOpenExchanges) open.clear()
    open.set(exchangeId, state)
    return state
  }
  const news = (state: Open, told: Fact): Fact | undefined => {
    if (state.last && isSame(state.last, told)) return undefined
    state.last = told
    if (state.keys.has(keyOf(told))) return undefined
    const fact = told.name !== undefined && state.names >= maxFactNames ? { ...told, name: undefined } : told
    const key = keyOf(fact)
    if (state.keys.has(key) || state.keys.size >= maxFacts) return undefined
    state.keys.add(key)
    if (fact.name !== undefined) state.names += 1
    if (state.source.taskId === undefined) state.source = { ...state.source, taskId: fact.taskId }
    return fact
  }

  const withFacts = (row: RowToWrite): RowToWrite => {
    const { packed, taskId } = row
    if (isSilent(packed)) return row
    const state = openOf(packed)
    const { kind } = packed
    if (kind === 'request') state.source = { call: packed.call, asked: taskId }
    if (kind === 'response') state.source = { ...state.source, status: packed.status }
    if (kind === 'end' || kind === 'failure' || kind === 'webhook') open.delete(packed.exchangeId)
    const all = factsOf(packed, state.source, reading)
    const facts = all.flatMap((fact) => news(state, fact) ?? [])
    const taskState = lastStateOf(all, state.source.taskId)
    return { ...row, ...(facts.length > 0 && { facts }), ...defined({ taskState }) }
  }

  return (rows: readonly RowToWrite[]): readonly RowToWrite[] =>
    rows.map((row) => {
      try {
        return withFacts(row)
      } catch (error) {
        // A mistake of ours must not cost the record an entry.
        reportInternalError({ where: 'record facts', error })
        return row
      }
    })
}

const nothing: Begun = { source: {}, facts: [] }

/** Nothing comes of it, and nothing need be known of its exchange. */
function isSilent(packed: Packed): boolean {
  if (packed.kind === 'note' || packed.kind === 'redirect') return true
  return packed.kind === 'frame' && packed.framing === 'sse-comment'
}

/** Of the one task that a request is about: a webhook call has done its part whatever state it brings, and a list is about many. */
function lastStateOf(facts: readonly Fact[], taskId: string | undefined): TaskState | undefined {
  const isOfOne = ({ way }: Fact) => way !== 'list' && way !== 'push'
  return facts.findLast((fact) => fact.taskId === taskId && isOfOne(fact) && fact.state)?.state
}

function isSame(one: Fact, other: Fact): boolean {
  return (
    one.kind === other.kind &&
    one.way === other.way &&
    one.taskId === other.taskId &&
    one.contextId === other.contextId &&
    one.name === other.name
  )
}

function keyOf({ way, kind, taskId, contextId, name }: Fact): string {
  return JSON.stringify([way, kind, taskId, contextId, name])
}
