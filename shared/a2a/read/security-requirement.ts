import { isList, isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue, SecurityRequirement } from '../model.ts'
import { keep, misfit, put, strings } from './members.ts'

/**
 * `{"b":["scope"]}` or `{"schemes":{"b":{"list":["scope"]}}}`, whichever card it stands in. An empty scope list may
 * be `{}` (ProtoJSON drops it) or `null`. Undefined when a scheme's scopes are none of these.
 */
function readSecurityRequirement(raw: JsonObject): SecurityRequirement | undefined {
  const { schemes } = raw
  const named = isObject(schemes) && Object.keys(raw).length === 1 ? schemes : raw
  const requirement: Record<string, readonly string[]> = {}
  for (const key in named) {
    const value = named[key] ?? null
    const { list } = isObject(value) ? value : { list: value }
    const scopes = strings(list ?? [])
    if (scopes === undefined) return undefined
    put(requirement, key, scopes)
  }
  return requirement
}

/** Readable requirements of a list; when one is not, the list is kept aside whole. */
export function readSecurityRequirements(
  draft: { extra?: JsonObject },
  key: string,
  value: JsonValue,
): readonly SecurityRequirement[] | undefined {
  if (!isList(value)) {
    misfit(draft, key, value)
    return undefined
  }
  const requirements: SecurityRequirement[] = []
  for (const item of value) {
    const requirement = isObject(item) ? readSecurityRequirement(item) : undefined
    if (requirement !== undefined) requirements.push(requirement)
  }
  if (requirements.length !== value.length) keep(draft, key, value)
  return requirements
}
