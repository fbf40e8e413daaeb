// Findings by rule and agent, with counts and times: added entry by entry, so that six hundred equal ones are one row and an
// update costs only what is new. Used by the engine and pages.

import type { Finding, Severity } from '../a2a/finding.ts'
import { severities } from '../a2a/severities.ts'
import { defined } from '../defined.ts'
import { shorten } from '../shorten.ts'

export interface FindingGroup {
  readonly rule: string
  /** Absent where no agent was called, as for a webhook. */
  readonly agentId?: string
  /** The worst of them. */
  readonly severity: Severity
  readonly count: number
  /** Wall clock, milliseconds since 1970. */
  readonly firstAt: number
  readonly lastAt: number
  /** The message of the newest of the worst, cut to a line. */
  readonly message: string
  readonly hint: string
}

export interface GroupFilter {
  readonly severity?: Severity | undefined
  readonly agentId?: string | undefined
  readonly inSession?: string | undefined
  /** Part of its name, ignoring case. */
  readonly rule?: string | undefined
  /** Only muted ones; by default only others. */
  readonly muted?: boolean | undefined
}

export interface GroupedFindings {
  /** The worst first, then by rule and agent: a row keeps its place while its count grows. */
  readonly groups: readonly FindingGroup[]
  readonly findings: number
  /** Number of muted groups that match the filter. */
  readonly mutedRules: number
  /** Choices for the filter, regardless of the filter; the newest sessions. */
  readonly agents: readonly string[]
  readonly sessions: readonly string[]
  /** Findings of further rules and agents, which are in no group. */
  readonly leftOut: number
}

interface FoundSoFar {
  readonly sessionId: string
  readonly agentId: string | undefined
  readonly at: number
  readonly findings: readonly Finding[]
}

interface Tallied {
  readonly rule: string
  readonly agentId: string | undefined
  readonly sessionId: string
  readonly severity: Severity
  count: number
  firstAt: number
  lastAt: number
  message: string
  hint: string
}

export interface FindingTally {
  add(foundSoFar: FoundSoFar): void
  readonly all: ReadonlyMap<string, Tallied>
  leftOut(): number
}

/** Rules × agents × sessions whose findings are grouped; the list reports how many findings are in no group. */
const maxTalliedGroups = 50_000
/** Agents or sessions that the findings can be narrowed to, the newest; of others the rule can be looked for. */
const maxOfferedOwners = 200

export function createFindingTally(): FindingTally {
  const all = new Map<string, Tallied>()
  let leftOut = 0
  return {
    all,
    leftOut: () => leftOut,
    add({ sessionId, agentId, at, findings }) {
      for (const { rule, severity, message, hint } of findings) {
        const key = JSON.stringify([rule, agentId, sessionId, severity])
        const before = all.get(key)
        const words = { message: shorten(message), hint: shorten(hint) }
        if (before) {
          before.count += 1
          before.firstAt = Math.min(before.firstAt, at)
          if (at >= before.lastAt) Object.assign(before, words, { lastAt: at })
        } else if (all.size < maxTalliedGroups)
          all.set(key, {
            ...{ rule, agentId, sessionId, severity, count: 1, firstAt: at, lastAt: at },
            ...words,
          })
        else leftOut += 1
      }
    },
  }
}

const nothingMuted = mutedBy([])

export function groupFindings(
  tallies: readonly FindingTally[],
  filter: GroupFilter,
  isMuted: IsMuted = nothingMuted,
): GroupedFindings {
  const groups = new Map<string, FindingGroup>()
  const agents = new Set<string>()
  const sessions = new Set<string>()
  const muted = new Set<string>()
  let findings = 0
  for (const { all } of tallies) {
    for (const each of all.values()) {
      if (each.agentId !== undefined) agents.add(each.agentId)
      sessions.add(each.sessionId)
      if (!matchesFilter(each, filter)) continue
      const key = JSON.stringify([each.rule, each.agentId])
      const onlyMuted = filter.muted ?? false
      if (isMuted(each)) muted.add(key)
      if (isMuted(each) !== onlyMuted) continue
      findings += each.count
      groups.set(key, joined(groups.get(key), each))
    }
  }
  return {
    groups: [...groups.values()].sort(byGravity),
    findings,
    mutedRules: muted.size,
    agents: [...agents].slice(-maxOfferedOwners),
    sessions: [...sessions].slice(-maxOfferedOwners).reverse(),
    leftOut: tallies.reduce((sum, tally) => sum + tally.leftOut(), 0),
  }
}

/** Number of muted findings by session. */
export function mutedBySession(
  tallies: readonly FindingTally[],
  isMuted: IsMuted,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { all } of tallies) {
    for (const each of all.values()) {
      if (isMuted(each)) counts.set(each.sessionId, (counts.get(each.sessionId) ?? 0) + each.count)
    }
  }
  return counts
}

function matchesFilter(each: Tallied, { severity, agentId, inSession, rule = '' }: GroupFilter): boolean {
  return (
    (severity === undefined || each.severity === severity) &&
    (agentId === undefined || each.agentId === agentId) &&
    (inSession === undefined || each.sessionId === inSession) &&
    each.rule.toLowerCase().includes(rule.trim().toLowerCase())
  )
}

function joined(before: FindingGroup | undefined, each: Tallied): FindingGroup {
  const { rule, agentId, severity, count, firstAt, lastAt, message, hint } = each
  const filter = { rule, ...defined({ agentId }) }
  if (before === undefined) return { ...filter, severity, count, firstAt, lastAt, message, hint }
  const graver = gravity(severity) - gravity(before.severity) || lastAt - before.lastAt
  return {
    ...filter,
    ...(graver > 0
      ? { severity, message, hint }
      : { severity: before.severity, message: before.message, hint: before.hint }),
    count: before.count + count,
    firstAt: Math.min(before.firstAt, firstAt),
    lastAt: Math.max(before.lastAt, lastAt),
  }
}

const gravity = (severity: Severity) => severities.indexOf(severity)

function byGravity(one: FindingGroup, other: FindingGroup): number {
  return (
    gravity(other.severity) - gravity(one.severity) ||
    compare(one.rule, other.rule) ||
    compare(one.agentId ?? '', other.agentId ?? '')
  )
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

// Rules that are muted for an agent: lists and counts hide their findings, the record keeps all.

export interface MutedRule {
  readonly rule: string
  /** Absent where no agent was called, as for a webhook. */
  readonly agentId?: string | undefined
}

type IsMuted = (mutedRule: MutedRule) => boolean

export function mutedBy(rules: readonly MutedRule[]): IsMuted {
  const keys = new Set(rules.map(keyOf))
  return (mutedRule) => keys.has(keyOf(mutedRule))
}

function keyOf({ rule, agentId }: MutedRule): string {
  return JSON.stringify([rule, agentId])
}
