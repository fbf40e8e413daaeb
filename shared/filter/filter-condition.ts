// The condition of a filter of the list.

import { allOf, anyOf, type Condition, compares, has, hasEntryWith, is, isPresent, not } from './condition.ts'
import { type AgentsNamed, choiceOf, type KeyFacts, keyFacts } from './filter-keys.ts'
import type { FilterTerm } from './parse-filter.ts'

export interface ExchangeFilter {
  readonly terms: readonly FilterTerm[]
  readonly sessionId?: string
  /** Its calls, and webhook calls about any task, which name no agent. */
  readonly agentId?: string
  /** Only exchanges that began after this entry, or are pinned: a cleared view hides the others. */
  readonly after?: number
  readonly agentsNamed: AgentsNamed
}

export function filterCondition({
  terms,
  sessionId,
  agentId,
  after = 0,
  agentsNamed,
}: ExchangeFilter): Condition {
  return allOf(
    ...terms.map((term) => (term.negated ? not(meaning(term, agentsNamed)) : meaning(term, agentsNamed))),
    ...(sessionId === undefined ? [] : [is('session', sessionId)]),
    ...(agentId === undefined ? [] : [anyOf(is('agent', agentId), webhookCall)]),
    ...(after === 0 ? [] : [anyOf(compares('firstSeq', '>', after), is('pinned', 1))]),
  )
}

const webhookCall = allOf(is('kind', 'webhook'), isPresent('task'))

/** Agents by a part of their name, or by their id. */
export function agentsNamed(agents: readonly { readonly id: string; readonly name: string }[]): AgentsNamed {
  return (text) =>
    agents
      .filter(({ id, name }) => id === text || name.toLowerCase().includes(text.toLowerCase()))
      .map(({ id }) => id)
}

function meaning(term: FilterTerm, named: AgentsNamed): Condition {
  switch (term.kind) {
    case 'words':
      return anyOf(
        has('label', term.text),
        has('url', term.text),
        has('note', term.text),
        hasEntryWith(term.text),
      )
    case 'amounts': {
      const { field } = keyFacts(term.key)
      return anyOf(
        ...term.amounts.map((amount) => (field ? compares(field, term.comparison, amount) : anyOf())),
      )
    }
    case 'texts':
      return anyOf(...term.values.map((value) => valueMeaning(keyFacts(term.key), value, named)))
  }
}

function valueMeaning(facts: KeyFacts, value: string, named: AgentsNamed): Condition {
  switch (facts.type) {
    case 'text':
      return facts.means(value, named)
    case 'choice':
      return choiceOf(facts, value) ?? anyOf()
    case 'amount':
      return anyOf()
  }
}
