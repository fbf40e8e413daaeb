// Finds results of requests without the credentials that the agent's card requires: once for each kind of call in a session.

import { checkAccess } from '#shared/a2a/check.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { AgentCard } from '#shared/a2a/model.ts'
import { joinFindings } from '#shared/a2a/rules/report.ts'
import { remember } from '#shared/a2a/rules/sequence/tracks.ts'
import { defined } from '#shared/defined.ts'
import type { ExchangeFacts, Judge, JudgedItem } from './wire/reading.ts'

// Kinds of calls, by session and agent, with such a finding; beyond that it may be repeated.
const maxFoundKinds = 1_000

export function judgeAccess(judge: Judge, cardOf: (agentId: string) => AgentCard | undefined): Judge {
  const before = new Map<string, true>()
  /** The first result of an exchange is enough. */
  const judged = new WeakSet<ExchangeFacts>()

  const findInAnswer = (facts: ExchangeFacts, item: JudgedItem): readonly Finding[] => {
    const { call, url, sessionId, headerNames, credentialsKey, minor } = facts
    const { agentId, operation, dialect, binding, label } = call
    if (headerNames === undefined || credentialsKey !== undefined) return none
    if (judged.has(facts) || !isResult(item)) return none
    judged.add(facts)
    if (!agentId || !operation || !dialect || !binding) return none
    const key = JSON.stringify([sessionId, agentId, operation])
    if (before.has(key)) return none
    const card = cardOf(agentId)
    if (card === undefined) return none
    const address = URL.parse(url)
    // These are sent as a header, which the record does not show.
    if (address === null || address.username !== '' || address.password !== '') return none
    const queryNames = [...address.searchParams.keys()]
    const matches = checkAccess({
      card,
      headerNames,
      queryNames,
      label,
      dialect,
      binding,
      ...defined({ minor }),
    })
    if (matches.length > 0) remember(before, key, true, maxFoundKinds)
    return matches
  }

  return {
    ...judge,
    find: (facts, item) => joinFindings(judge.find(facts, item), findInAnswer(facts, item)),
  }
}

const none: readonly Finding[] = []

function isResult(item: JudgedItem): boolean {
  return (item.at === 'body' || item.at === 'item') && item.decoded?.kind === 'result'
}
