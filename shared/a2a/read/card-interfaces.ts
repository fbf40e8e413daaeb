// The ways in that a card declares: 1.0's ordered list, and 0.x's `url` with `preferredTransport` and
// `additionalInterfaces` under one `protocolVersion` (PROTOCOL 2.1, 2.2). Hybrids have both.

import { isList } from '../json-kinds.ts'
import type { AgentInterface, JsonObject, JsonValue } from '../model.ts'
import type { Writable } from './members.ts'
import { keep, misfit, objectsOf } from './members.ts'

interface InterfaceList {
  /** Whether the member was one of those that declare interfaces and could be read. */
  take(key: string, value: JsonValue): boolean
  list(card: { extra?: JsonObject }): readonly AgentInterface[]
}

export function createInterfaceList(): InterfaceList {
  let supported: JsonValue = null
  let additional: JsonValue = null
  const top: TopLevel = {}

  return {
    take: (key, value) => {
      switch (key) {
        case 'supportedInterfaces':
        case 'supported_interfaces':
          if (isList(value)) supported = value
          return isList(value) || value === null
        case 'additionalInterfaces':
        case 'additional_interfaces':
          if (isList(value)) additional = value
          return isList(value) || value === null
        case 'url':
          if (typeof value === 'string') top.url = value
          return typeof value === 'string' || value === null
        case 'preferredTransport':
        case 'preferred_transport':
          if (typeof value === 'string') top.transport = value
          return typeof value === 'string' || value === null
        case 'protocolVersion':
        case 'protocol_version':
          if (typeof value === 'string') top.protocolVersion = value
          return typeof value === 'string' || value === null
        default:
          return false
      }
    },
    list: (card) => {
      const declared = objectsOf(card, 'supportedInterfaces', supported, readInterface) ?? []
      const additions = objectsOf(card, 'additionalInterfaces', additional, readInterface) ?? []
      return withoutDoubles(declared, olderView(card, top, additions, declared.length === 0))
    },
  }
}

interface TopLevel {
  url?: string
  transport?: string
  protocolVersion?: string
}

/** One version for every way in. An empty `url` declares nothing in a hybrid; alone it is the card's one way in. */
function olderView(
  card: { extra?: JsonObject },
  top: TopLevel,
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

function readInterface(raw: JsonObject): AgentInterface {
  const entry: Writable<AgentInterface> = { url: '', binding: '' }
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'url':
        if (typeof value === 'string') entry.url = value
        else misfit(entry, key, value)
        break
      case 'protocolBinding':
      case 'protocol_binding':
      case 'transport':
        if (typeof value === 'string' && entry.binding === '') entry.binding = value
        else misfit(entry, key, value)
        break
      case 'protocolVersion':
      case 'protocol_version':
        if (typeof value !== 'string') misfit(entry, key, value)
        else if (value !== '') entry.protocolVersion = value
        break
      case 'tenant':
        if (typeof value !== 'string') misfit(entry, key, value)
        else if (value !== '') entry.tenant = value
        break
      default:
        keep(entry, key, value)
    }
  }
  return entry
}
