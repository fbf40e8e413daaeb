// A shape lists the members of an object in one version. Shapes are written as tables (the `*-shapes.ts` files), compiled once
// at load, and walked by `walk.ts`.

import type { Severity } from '../finding.ts'
import type { JsonObject } from '../model.ts'
import type { RuleId } from './registry.ts'
import type { Check, Report } from './report.ts'
import type { Topic } from './sections.ts'
import { folded } from './spelling.ts'

export interface Member {
  readonly check: Check
  /** Severity of its absence; undefined for an optional member. */
  readonly need?: Severity
  /** The rule that its absence breaks, if not the shape's own. */
  readonly rule?: RuleId
  /** Hint for its absence, where the rule has none. */
  readonly hint?: string
  /** Exactly one of the members with this flag must be present. */
  readonly choice?: true
  /** null is a value here (`Part.data` in 1.0), not absence. */
  readonly nullable?: true
  /** Misspellings in use, other than case and snake_case. */
  readonly aliases?: readonly string[]
  /** First and last version that have the member. */
  readonly since?: string
  readonly until?: string
}

/** A member of another version, and the severity of its presence. */
export interface Foreign {
  readonly severity: Severity | 'none'
  readonly message: string
  readonly hint?: string
}

export interface ShapeTable {
  readonly name: string
  readonly section: Topic
  /** Broken by a missing required member. */
  readonly rule: RuleId
  readonly members: Readonly<Record<string, Member>>
  readonly foreign?: Readonly<Record<string, Foreign>>
  /** Names the choice in a sentence, and the rule that none or two of its members break. */
  readonly choice?: { readonly what: string; readonly rule: RuleId; readonly none: Severity }
  /** Checks of the object as a whole. */
  readonly also?: (report: Report, object: JsonObject) => void
}

export interface CompiledMember extends Member {
  readonly name: string
  /** The member's bit when it is required or a choice, else 0. */
  readonly bit: number
}

export interface Shape {
  readonly name: string
  readonly section: Topic
  readonly rule: RuleId
  readonly members: ReadonlyMap<string, CompiledMember>
  readonly required: readonly CompiledMember[]
  readonly requiredBits: number
  readonly choices: readonly CompiledMember[]
  readonly choiceBits: number
  readonly choice: ShapeTable['choice']
  /** Other spellings, folded, mapped to their member. */
  readonly spellings: ReadonlyMap<string, CompiledMember>
  readonly foreign: ReadonlyMap<string, Foreign>
  readonly also: ShapeTable['also']
}

// Required members of one kind of object, as many as a number has bits; cuts nothing an agent sends.
const maxRequiredMembers = 31

export function compileShape(table: ShapeTable, version: string): Shape {
  const members = new Map<string, CompiledMember>()
  const foreign = new Map(Object.entries(table.foreign ?? {}))
  let bits = 0
  for (const [name, member] of Object.entries(table.members)) {
    if (!inVersion(member, version)) {
      foreign.set(name, { severity: 'info', message: periodOf(name, member, version) })
      continue
    }
    const counted = member.need !== undefined || member.choice === true
    members.set(name, { ...member, name, bit: counted ? 1 << bits++ : 0 })
  }
  if (bits > maxRequiredMembers)
    throw new Error(`${table.name} has more than ${maxRequiredMembers} required members`)
  const all = [...members.values()]
  const required = all.filter((member) => member.need !== undefined)
  const choices = all.filter((member) => member.choice === true)
  return {
    name: table.name,
    section: table.section,
    rule: table.rule,
    members,
    required,
    requiredBits: bitsOf(required),
    choices,
    choiceBits: bitsOf(choices),
    choice: table.choice,
    spellings: spellingsOf(all),
    foreign,
    also: table.also,
  }
}

export function partOf(shape: Shape, names: readonly string[]): Shape {
  const members = new Map([...shape.members].filter(([name]) => names.includes(name)))
  const required = shape.required.filter(({ name }) => names.includes(name))
  const spellings = spellingsOf([...members.values()])
  return { ...shape, members, required, requiredBits: bitsOf(required), spellings }
}

function bitsOf(members: readonly CompiledMember[]): number {
  return members.reduce((bits, member) => bits | member.bit, 0)
}

function spellingsOf(members: readonly CompiledMember[]): ReadonlyMap<string, CompiledMember> {
  const spellings = new Map<string, CompiledMember>()
  for (const member of members) {
    for (const name of [member.name, ...(member.aliases ?? [])]) spellings.set(folded(name), member)
  }
  return spellings
}

function inVersion(member: Member, version: string): boolean {
  return (
    (member.since === undefined || compareVersions(version, member.since) >= 0) &&
    (member.until === undefined || compareVersions(version, member.until) <= 0)
  )
}

function periodOf(name: string, member: Member, version: string): string {
  const since = member.since !== undefined && compareVersions(version, member.since) < 0
  return since
    ? `\`${name}\` exists only since ${member.since}; the version here is ${version}.`
    : `\`${name}\` ended with ${member.until}; the version here is ${version}.`
}

/** Release candidates precede their release: `1.0-rc` < `1.0`. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [numbersOf(left), numbersOf(right)]
  for (let i = 0; i < 3; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(right.includes('rc')) - Number(left.includes('rc'))
}

function numbersOf(version: string): readonly number[] {
  return version
    .replace(/-.*$/, '')
    .split('.')
    .map((part) => Number(part) || 0)
}
