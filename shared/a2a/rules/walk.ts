// Checks an object against its shape. The clean path allocates nothing: one map look-up a member and one bit mask an object;
// everything else happens only after the first finding.

import { defined } from '../../defined.ts'
import { isObject, named, shown } from '../json-kinds.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import { maxDepth } from '../read/bound.ts'
import type { PathStep } from './pointer.ts'
import { type Check, isFull, note, type Report, spend } from './report.ts'
import type { CompiledMember, Foreign, Shape } from './shape.ts'
import { folded } from './spelling.ts'

// Values that the protocol leaves open: metadata, data parts, extension parameters, unknown members. Only the depth of a
// bounded number of them is checked.

/** Values of metadata whose depth is judged; further ones are not judged, and stay on the wire. */
const maxFreeNodes = 20_000
/** This many cost as much as judging one value of a shape. */
const nodesPerValue = 4

export function checkDepth(report: Report, value: JsonValue, at: string | number | undefined): void {
  if (value === null || typeof value !== 'object') return
  const nodes = { left: maxFreeNodes }
  const deep = tooDeep(value, 1, nodes)
  spend(report, Math.ceil((maxFreeNodes - nodes.left) / nodesPerValue))
  if (deep) {
    note(report, 'PARLEY-BOUND-002', at, `The value is nested more than ${maxDepth} levels deep.`)
  }
}

function tooDeep(value: object, depth: number, nodes: { left: number }): boolean {
  if (depth > maxDepth) return true
  for (const key in value) {
    if (--nodes.left < 0) return false
    const item = (value as Readonly<Record<string, unknown>>)[key]
    if (item !== null && typeof item === 'object' && tooDeep(item, depth + 1, nodes)) return true
  }
  return false
}

export const anything: Check = checkDepth

/** Of a member's name in a finding's place, so that a hostile name does not multiply; a finding reports it. */
export const maxPointerNameChars = 1000

/** Checks the value at the report's position. */
export function walk(shape: Shape, report: Report, value: JsonObject): void {
  let last = 0
  for (const key in value) {
    spend(report)
    if (isFull(report)) return
    const item = value[key] as JsonValue
    const member = shape.members.get(key)
    if (member === undefined) {
      last |= checkStranger(shape, report, value, key, item)
      continue
    }
    if (item === null && member.nullable !== true) {
      noteNull(shape, report, member)
      continue
    }
    last |= member.bit
    member.check(report, item, key)
  }
  if ((last & shape.requiredBits) !== shape.requiredBits) noteMissing(shape, report, last)
  if (shape.choiceBits !== 0) checkChoice(shape, report, last & shape.choiceBits)
  shape.also?.(report, value)
}

export function nested(shape: Shape): Check {
  return (report, value, at) => {
    if (!isObject(value)) {
      noteType(report, at, `an object (${shape.name})`, value, exampleOf(shape))
      return
    }
    if (isFull(report)) return
    if (at !== undefined) report.path.push(at)
    walk(shape, report, value)
    if (at !== undefined) report.path.pop()
  }
}

/** `example`: a right value, where `expected` leaves that open. */
export function noteType(
  report: Report,
  at: PathStep | undefined,
  expected: string,
  value: JsonValue,
  example?: string,
): void {
  const hint = example === undefined ? `Send ${expected}.` : `Send ${example}.`
  note(report, 'PARLEY-OBJ-001', at, `${nameAt(report, at)} should be ${expected}, but is ${shown(value)}.`, {
    hint,
  })
}

/** The checked value as a sentence names it: an element by its list. */
export function nameAt({ path }: Report, at: PathStep | undefined): string {
  const [last, list] = at === undefined ? [path.at(-1), path.at(-2)] : [at, path.at(-1)]
  if (last === undefined) return 'The response'
  return typeof last === 'number' && typeof list === 'string' ? named(`${list}[${last}]`) : named(last)
}

function exampleOf({ required, choices }: Shape): string {
  const [choice] = choices
  const names = choice === undefined ? required.map(({ name }) => name) : [choice.name]
  return `an object such as \`{${names.map((name) => `"${name}": …`).join(', ')}}\``
}

function noteNull(shape: Shape, report: Report, member: CompiledMember): void {
  // A required member that is null is reported as missing, once.
  if (member.need !== undefined) return
  const hint = `Leave \`${member.name}\` out instead of sending null.`
  note(report, 'PARLEY-OBJ-002', member.name, `\`${member.name}\` is null.`, { section: shape.section, hint })
}

function noteMissing(shape: Shape, report: Report, last: number): void {
  for (const member of shape.required) {
    if ((last & member.bit) !== 0 || member.need === undefined) continue
    const message = `\`${member.name}\` is missing; ${shape.name} requires it.`
    const { rule = shape.rule, hint } = member
    const add = member.rule === undefined ? `Add \`${member.name}\` to the ${shape.name}.` : undefined
    const details = { severity: member.need, section: shape.section, ...defined({ hint: hint ?? add }) }
    note(report, rule, member.name, message, details)
  }
}

function checkChoice(shape: Shape, report: Report, picked: number): void {
  if (shape.choice === undefined) return
  const { what, rule, none } = shape.choice
  if (picked === 0) {
    const names = shape.choices.map((member) => `\`${member.name}\``).join(', ')
    const details = { severity: none, section: shape.section, hint: `Send one of ${names}.` }
    note(report, rule, undefined, `${shape.name} has no ${what}; one of ${names} is required.`, details)
  } else if ((picked & (picked - 1)) !== 0) {
    const both = shape.choices.filter((member) => (member.bit & picked) !== 0)
    const names = both.map((member) => `\`${member.name}\``).join(' and ')
    const details = { section: shape.section, hint: `Send only one of ${names}.` }
    note(report, rule, undefined, `${shape.name} has more than one ${what}: ${names}.`, details)
  }
}

/** A key that the shape does not have: another spelling, another version's, or unknown. Returns the bit it stands for. */
function checkStranger(
  shape: Shape,
  report: Report,
  object: JsonObject,
  key: string,
  value: JsonValue,
): number {
  if (key.length > maxPointerNameChars) {
    note(report, 'PARLEY-BOUND-003', undefined, `A member’s name is ${key.length} characters long.`)
    return 0
  }
  const foreign = shape.foreign.get(key)
  if (foreign !== undefined) {
    noteForeign(report, key, foreign)
    return 0
  }
  const meant = shape.spellings.get(folded(key))
  if (meant === undefined || Object.hasOwn(object, meant.name)) {
    const message = `${shape.name} has no member ${named(key)} in ${report.version}.`
    note(report, 'DM-SERIAL-005', key, message, { section: shape.section, hint: placeForMore(shape) })
    checkDepth(report, value, key)
    return 0
  }
  const hint = `Rename ${named(key)} to \`${meant.name}\`.`
  note(report, 'DM-SERIAL-001', key, `${named(key)} should be \`${meant.name}\` in ${report.version}.`, {
    hint,
  })
  if (value === null && meant.nullable !== true) return 0
  meant.check(report, value, key)
  return meant.bit
}

/** Where an object of this shape accepts extra data, if it does. */
function placeForMore({ name, members }: Shape): string {
  if (members.has('metadata')) return 'Put extra data into `metadata`, under the URI of an extension.'
  if (members.has('params')) return 'Put extra data into `params`.'
  return `Leave the member out: ${name} has no place for extra data.`
}

function noteForeign(report: Report, key: string, { severity, message, hint }: Foreign): void {
  if (severity === 'none') return
  const instead = `Leave ${named(key)} out, or send what ${report.version} has instead.`
  note(report, 'PARLEY-OBJ-005', key, message, { severity, hint: hint ?? instead })
}
