import { defined } from '../../../defined.ts'
import type { Severity } from '../../finding.ts'
import { named, shown } from '../../json-kinds.ts'
import { hostKind } from '../card/hosts.ts'
import * as check from '../checks.ts'
import { isMediaType, webAddress } from '../formats.ts'
import { type Check, note } from '../report.ts'
import type { Member, ShapeTable } from '../shape.ts'
import { noteType } from '../walk.ts'

/** Required when `when` holds, and optional otherwise. */
export function needed(check: Check, when = true, rest: Omit<Member, 'check' | 'need'> = {}): Member {
  return when ? { check, need: 'error', ...rest } : { check, ...rest }
}

/** A required text that must not be empty; where it is optional, empty counts as absent. */
export function neededText(when = true): Member {
  return needed(when ? check.filled('warning') : check.text, when)
}

/** A link that clients must fetch. */
export function neededLink(when = true, check = link): Member {
  return needed(when ? filledLink(check) : check, when)
}

function filledLink(check: Check): Check {
  return (report, value, at) => {
    if (value === '') note(report, 'PARLEY-OBJ-003', at, `${named(at)} is empty.`, { severity: 'warning' })
    else check(report, value, at)
  }
}

/** A token endpoint: the schemas of all versions since 0.2 state that OAuth requires TLS there. */
export const secureLink: Check = (report, value, at) => {
  link(report, value, at)
  const address = typeof value === 'string' ? webAddress(value) : undefined
  if (address?.scheme !== 'http' || hostKind(address.host) !== 'public') return
  note(report, 'PARLEY-CARD-031', at, `${named(at)} isn’t an HTTPS URL: ${shown(value)}.`)
}

/** A link for people or for authorisation, not to the agent: an absolute URL. Empty counts as absent. */
export const link: Check = (report, value, at) => {
  if (typeof value !== 'string') noteType(report, at, 'a string', value)
  else if (value !== '' && webAddress(value) === undefined) {
    note(report, 'PARLEY-CARD-024', at, `${named(at)} isn’t an absolute URL: ${shown(value)}.`)
  }
}

/** Before 0.2 the modes were bare words, with `text` as default; later only media types are valid. */
export function mode(bareWords: Severity | 'none'): Check {
  return (report, value, at) => {
    if (typeof value !== 'string') {
      noteType(report, at, 'a media type', value)
      return
    }
    if (isMediaType(value)) return
    const severity = /^[a-z]+$/.test(value) ? bareWords : 'warning'
    if (severity === 'none') return
    note(report, 'PARLEY-CARD-006', at, `${shown(value)} isn’t a media type.`, { severity })
  }
}

export function extensionTable(): ShapeTable {
  return {
    name: 'AgentExtension',
    section: 'extension',
    rule: 'CARD-STRUCT-001',
    members: {
      uri: needed(check.uri('PARLEY-CARD-020')),
      description: { check: check.text },
      required: { check: check.flag },
      params: { check: check.struct },
    },
  }
}

export function signatureTable(): ShapeTable {
  return {
    name: 'AgentCardSignature',
    section: 'signature',
    rule: 'CARD-STRUCT-001',
    members: {
      protected: needed(check.filled()),
      signature: needed(check.filled()),
      header: { check: check.struct },
    },
  }
}

export function providerTable(needsLink = true): ShapeTable {
  return {
    name: 'AgentProvider',
    section: 'provider',
    rule: 'CARD-STRUCT-001',
    members: {
      organization: needed(check.filled('warning'), true, { aliases: ['origanization', 'organisation'] }),
      url: neededLink(needsLink),
    },
  }
}

/** What one version requires of a skill, and its additional members. */
interface SkillOptions extends Pick<ShapeTable, 'members' | 'foreign'> {
  readonly bareWords: Severity | 'none'
  readonly tags: check.ListOptions
  readonly describes?: boolean
}

export function skillTable({
  bareWords,
  tags,
  describes = true,
  members,
  foreign,
}: SkillOptions): ShapeTable {
  const modes = { check: check.list(mode(bareWords)) }
  return {
    name: 'AgentSkill',
    section: 'skill',
    rule: 'CARD-STRUCT-001',
    members: {
      id: needed(check.filled()),
      name: needed(check.filled('warning')),
      description: neededText(describes),
      tags: needed(check.list(check.filled('warning'), tags), describes),
      examples: { check: check.list(check.text) },
      inputModes: modes,
      outputModes: modes,
      ...members,
    },
    ...defined({ foreign }),
  }
}
