// The ways in that a card declares: 1.0's ordered list, and 0.x's `url` with `preferredTransport` and
// `additionalInterfaces` under one `protocolVersion` (PROTOCOL 2.1, 2.2). Hybrids have both.

import type { AgentInterface, JsonValue } from '../model.ts'
import * as member from './member-table.ts'
import { type Draft, reader } from './member-table.ts'
import { keep } from './members.ts'

/** What a card's own members say of them, all at once. */
export interface Declared extends Draft {
  supportedInterfaces?: readonly JsonValue[]
  additionalInterfaces?: readonly JsonValue[]
  url?: string
  transport?: string
  protocolVersion?: string
}

export const declaringMembers: readonly member.Line<unknown, Declared>[] = [
  member.list('supportedInterfaces'),
  member.list('additionalInterfaces'),
  member.text('url'),
  member.called('preferredTransport', member.text('transport')),
  member.text('protocolVersion'),
].map((line) => member.aside<Declared>(line))

export function interfacesOf(card: Draft, declared: Declared): readonly AgentInterface[] {
  const listed = (name: 'supportedInterfaces' | 'additionalInterfaces') =>
    interfacesIn(declared[name] ?? [], undefined, card, name) ?? []
  const supported = listed('supportedInterfaces')
  return withoutDoubles(
    supported,
    olderView(card, declared, listed('additionalInterfaces'), supported.length === 0),
  )
}

/** One version for every way in. An empty `url` declares nothing in a hybrid; alone it is the card's one way in. */
function olderView(
  card: Draft,
  top: Declared,
  additions: readonly AgentInterface[],
  alone: boolean,
): readonly AgentInterface[] {
  const version = top.protocolVersion ? { protocolVersion: top.protocolVersion } : {}
  const others = additions.map((entry) => ({ ...version, ...entry }))
  if (top.url !== undefined && (top.url !== '' || alone)) {
    return [{ url: top.url, binding: top.transport || 'JSONRPC', ...version }, ...others]
  }
  if (top.transport !== undefined) keep(card, 'preferredTransport', top.transport)
  if (others.length === 0 && top.protocolVersion !== undefined) {
    keep(card, 'protocolVersion', top.protocolVersion)
  }
  return others
}

/**
 * 0.3 prose lets `additionalInterfaces` repeat the primary pair, and hybrids repeat 0.x entries (PROTOCOL 2.2, 8.3).
 * Without a version, the 0.x view is a double of whichever 0.x entry has its URL and binding.
 */
function withoutDoubles(
  declared: readonly AgentInterface[],
  older: readonly AgentInterface[],
): readonly AgentInterface[] {
  const all = [...declared]
  const seen = new Set(declared.map((entry) => identity(entry, era(entry))))
  for (const entry of declared) {
    if (entry.protocolVersion?.startsWith('0.')) seen.add(identity(entry, ''))
  }
  for (const entry of older) {
    const id = identity(entry, era(entry))
    if (seen.has(id)) continue
    seen.add(id)
    all.push(entry)
  }
  return all
}

function identity(entry: AgentInterface, version: string): string {
  return JSON.stringify([entry.url, entry.binding.toUpperCase(), version])
}

/** Only `Major.Minor` counts. */
function era(entry: AgentInterface): string {
  return (entry.protocolVersion ?? '').split('.', 2).join('.')
}

const interfacesIn = member.each(
  reader<AgentInterface>(
    () => ({ url: '', binding: '' }),
    member.text('url'),
    member.line(['protocolBinding', 'protocol_binding', 'transport'], (entry, value) => {
      if (typeof value !== 'string' || entry.binding !== '') return false
      entry.binding = value
      return true
    }),
    member.filled('protocolVersion'),
    member.filled('tenant'),
  ),
)
