// A card as it was served: held to its own version, or where it can't say one, to that of the agent's card before.

import { checkCard } from '#shared/a2a/check.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import { versionOfCard } from '#shared/a2a/rules/card/check-card.ts'
import { remember } from '#shared/a2a/rules/sequence/tracks.ts'
import { bodyFormOf, type HttpFacts } from '#shared/a2a/rules/wire/http-facts.ts'
import { defined } from '#shared/defined.ts'
import { jsonFaultIn } from '#shared/json/json-fault.ts'
import type { ExchangeFacts, JudgedItem } from './wire/reading.ts'

type Body = Extract<JudgedItem, { at: 'body' }>

// Agents whose version is remembered for a card that can't be read; of the one forgotten first no version is cited.
const maxCardVersions = 1000
const none: readonly Finding[] = []

export function createCardJudge() {
  const versions = new Map<string, string>()
  return (facts: ExchangeFacts, seen: Body): readonly Finding[] => {
    const { json, head, text } = seen
    const { agentId } = facts.call
    // Where no card is to be had there is nothing to judge: looking for one asks several places, and an unchanged one has no body.
    if (head.status >= 300) return none
    const known = agentId === undefined ? undefined : versions.get(agentId)
    const version = json === undefined ? undefined : versionOfCard(json, {})
    if (agentId !== undefined && version !== undefined) remember(versions, agentId, version, maxCardVersions)
    return checkCard(json, { url: facts.url, text, http: httpFactsOf(seen, facts), ...defined({ known }) })
  }
}

export function httpFactsOf({ head, text, json, validUtf8 }: Body, facts: ExchangeFacts): HttpFacts {
  return {
    status: head.status,
    contentType: headerOf(head.headers, 'content-type'),
    body: bodyFormOf(text, json !== undefined),
    byteOrderMark: text.startsWith('\uFEFF'),
    invalidUtf8: !validUtf8,
    headers: head.headers,
    ...defined({ versionSent: facts.versionSent, fault: json === undefined ? jsonFaultIn(text) : undefined }),
  }
}
