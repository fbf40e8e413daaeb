// The selected occurrence of a problem, with its exchange and its rule.

import { useMemo, useRef } from 'react'
import { cited } from '#shared/a2a/cited.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { resolvePointer } from '#shared/a2a/rules/pointer.ts'
import { type RuleId, rules } from '#shared/a2a/rules/registry.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { Entry } from '#shared/record/entry.ts'
import { entryBody, entryPlace } from '#shared/record/entry-body.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { shorten } from '#shared/shorten.ts'
import type { Rows } from '../../../../record/paged-list.ts'
import { useEntry, useExchange } from '../../../../record/use-exchange.ts'
import { type SelectedProblem, useSelection } from '../../../../state/selection.ts'
import { joinDefined } from '../../../../ui/format.ts'
import { bindingName, dialectName } from '../../../agent/index.ts'
import { type ProblemToCopy, useAgentNames } from '../../../requests/index.ts'
import { useBody } from '../../detail/use-body.ts'

/** Of JSON that is parsed for the value a problem is about; of more, the bytes alone are shown. */
const maxParsedChars = 1_000_000

export interface Occurrence {
  /** The entry whose bytes are shown. */
  readonly at: { readonly exchangeId: string; readonly seq: number } | undefined
  /** The previous one until it is read; also if it was deleted. */
  readonly entry: Entry | undefined
  readonly finding: Finding | undefined
  /** Further findings of the same rule in the same bytes. */
  readonly others: number
  readonly expected: string | undefined
  readonly received: string | undefined
  /** The agent and its interface. */
  readonly agent: string
  readonly error: unknown
}

/** The selected one, else the first. */
export function useOccurrence(problem: SelectedProblem, list: Rows<Entry>): Occurrence {
  const { rule, agentId } = problem
  const { exchangeId, entrySeq, pointer } = useSelection()
  const first = useFirst(list)
  const isSelected = exchangeId !== undefined && entrySeq !== undefined
  const at = isSelected ? { exchangeId, seq: entrySeq } : first
  const read = useEntry(at?.exchangeId, at?.seq)
  const last = useRef(read)
  const entry = read ?? last.current
  last.current = entry
  const all = entry ? findingsOf(entry, rule) : []
  const finding = all.find((each) => each.pointer === pointer) ?? all[0]
  const { data, error } = useExchange(at?.exchangeId)
  const received = useReceived(entry, finding?.pointer)
  const nameOf = useAgentNames()
  return {
    ...{ at, entry, finding, received },
    others: Math.max(0, all.length - 1),
    expected: Object.hasOwn(rules, rule) ? rules[rule as RuleId].title : undefined,
    agent: joinDefined(' · ', nameOf(agentId, data?.row.url), data && interfaceOf(data.row)),
    error: data ? undefined : error,
  }
}

export function findingsOf({ findings = [] }: Entry, rule: string): readonly Finding[] {
  return findings.filter((finding) => finding.rule === rule)
}

export function textOf(entry: Entry, finding: Finding, occurrence: Occurrence): ProblemToCopy {
  const { rule, severity, message, hint, pointer, spec } = finding
  return {
    title: message,
    seq: entry.seq,
    facts: {
      Severity: severity,
      Rule: rule,
      Agent: occurrence.agent,
      Section: cited(spec),
      Place: joinDefined(' ', entryPlace(entry), pointer),
      Expected: occurrence.expected,
      Received: occurrence.received,
      'What to change': hint,
    },
  }
}

/** Remembered, since its page may be dropped during scrolling. */
function useFirst(list: Rows<Entry>): Entry | undefined {
  const last = useRef<{ readonly list: unknown; readonly entry: Entry }>(undefined)
  const entry = list.rowAt(0)
  if (entry) last.current = { list, entry }
  return last.current?.list === list ? last.current.entry : undefined
}

function interfaceOf({ dialect, binding }: ExchangeRow): string {
  return joinDefined(' ', dialect && dialectName(dialect), binding && bindingName(binding))
}

/** The value at a pointer, as JSON; undefined for a whole entry, and for anything but JSON. */
function useReceived(entry: Entry | undefined, pointer: string | undefined): string | undefined {
  const { text, complete } = useBody(entry && entryBody(entry))
  return useMemo(() => {
    if (!pointer || !complete || text.length > maxParsedChars) return undefined
    const parsed = parsedJson(text)
    if (parsed === undefined) return undefined
    const value = resolvePointer(parsed, pointer)
    return value === undefined ? '(missing)' : shorten(JSON.stringify(value))
  }, [text, complete, pointer])
}
