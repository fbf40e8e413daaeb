// Checks for the tables of shapes: one for each kind of value in the protocol.

import type { Severity } from '../finding.ts'
import { isList, isObject, shown } from '../json-kinds.ts'
import { encodedTwice } from '../read/members.ts'
import { base64Form, isMediaType, isUri, timestampForm, webAddress } from './formats.ts'
import type { PathStep } from './pointer.ts'
import type { RuleId } from './registry.ts'
import { type Check, isFull, note, type Report, spend } from './report.ts'
import type { Topic } from './sections.ts'
import { type EnumWords, folded } from './spelling.ts'
import { checkDepth, maxPointerNameChars, nameAt, noteType } from './walk.ts'

const aString = 'a string, in quotes'

export const text: Check = (report, value, at) => {
  if (typeof value !== 'string') noteType(report, at, 'a string', value, aString)
}

/** A string that must not be empty. */
export function filled(severity: Severity = 'error'): Check {
  return (report, value, at) => {
    if (typeof value !== 'string') noteType(report, at, 'a string', value, aString)
    else if (value === '') note(report, 'PARLEY-OBJ-003', at, `${nameAt(report, at)} is empty.`, { severity })
  }
}

/** Ids of tasks and artifacts: an empty one cannot be looked up. */
export const id = filled('error')
export const looseId = filled('warning')

export const flag: Check = (report, value, at) => {
  if (typeof value !== 'boolean')
    noteType(report, at, 'true or false', value, '`true` or `false`, without quotes')
}

export const count: Check = (report, value, at) => {
  if (!Number.isInteger(value) || Number(value) < 0) {
    noteType(report, at, 'a whole number, 0 or more', value, 'a whole number, without quotes')
  }
}

/** Metadata, parameters, headers: any JSON object. */
export const struct: Check = (report, value, at) => {
  if (!isObject(value)) noteType(report, at, 'an object', value, 'an object, such as `{"name": …}`')
  else checkDepth(report, value, at)
}

export const url: Check = (report, value, at) => {
  if (typeof value !== 'string') noteType(report, at, 'a string', value, aString)
  else if (webAddress(value) === undefined && !/^(data|urn|blob|s3|gs|cid):/i.test(value)) {
    note(report, 'PARLEY-OBJ-009', at, `${nameAt(report, at)} isn’t an absolute URL: ${shown(value)}.`)
  }
}

/** The URI of an extension, on a card or in a message. */
export function uri(rule: RuleId): Check {
  return (report, value, at) => {
    if (typeof value !== 'string') noteType(report, at, 'a string', value, aString)
    else if (!isUri(value)) note(report, rule, at, `${shown(value)} isn’t an absolute URI.`)
  }
}

/** Empty counts as absent: ProtoJSON printers write it. */
export const mediaType: Check = (report, value, at) => {
  if (typeof value !== 'string') noteType(report, at, 'a string', value, aString)
  else if (value !== '' && !isMediaType(value)) {
    note(report, 'PARLEY-OBJ-010', at, `${nameAt(report, at)} isn’t a media type: ${shown(value)}.`)
  }
}

export const base64: Check = (report, value, at) => {
  if (typeof value !== 'string') {
    noteType(report, at, 'a base64 string', value, 'the bytes as base64 in a string, such as `"aGk="`')
    return
  }
  const form = base64Form(value)
  if (form === 'not-base64')
    note(report, 'PARLEY-OBJ-008', at, `${nameAt(report, at)} is not base64: ${shown(value)}.`)
  else if (form === 'url-safe') {
    note(report, 'PARLEY-OBJ-008', at, `${nameAt(report, at)} uses the URL-safe alphabet.`, {
      severity: 'info',
    })
  }
}

/** Where SDKs put base64 text in the place of bytes. */
export const base64Once: Check = (report, value, at) => {
  base64(report, value, at)
  if (typeof value !== 'string' || encodedTwice(value) === undefined) return
  const message = `${nameAt(report, at)} is base64 text that was encoded once more: read as the file inside. It may expect files to be sent the same way: see Connection.`
  note(report, 'PARLEY-OBJ-012', at, message)
}

/** 1.0 forbids offsets (§5.6.1); before, a time must only be ISO 8601, but is ambiguous without a zone. */
export function timestamp(offset: Severity | 'none'): Check {
  return (report, value, at) => {
    if (typeof value !== 'string') {
      noteType(report, at, 'an ISO 8601 time', value, 'a time such as `"2026-11-21T04:33:32.000Z"`')
      return
    }
    const form = timestampForm(value)
    if (form === 'utc') return
    if (form === 'offset') {
      if (offset === 'none') return
      note(
        report,
        'DM-SERIAL-003',
        at,
        `${nameAt(report, at)} has an offset instead of Z: ${shown(value)}.`,
        {
          severity: offset,
        },
      )
    } else if (form === 'no-zone') {
      const severity = offset === 'error' ? 'error' : 'warning'
      note(report, 'DM-SERIAL-003', at, `${nameAt(report, at)} has no zone: ${shown(value)}.`, { severity })
    } else note(report, 'DM-SERIAL-003', at, `${nameAt(report, at)} isn’t an ISO 8601 time: ${shown(value)}.`)
  }
}

/** `misspelt`: severity of a value in another version's spelling; 1.0 is strict about that (§5.5), earlier versions less so. */
export function oneOf(words: EnumWords, rule: RuleId, misspelt: Severity): Check {
  return (report, value, at) => {
    if (typeof value === 'string' && words.values.has(value)) return
    noteWord(report, at, value, words, rule, misspelt)
  }
}

function noteWord(
  report: Report,
  at: PathStep | undefined,
  value: Parameters<Check>[1],
  words: EnumWords,
  rule: RuleId,
  misspelt: Severity,
): void {
  const number = typeof value === 'number' ? words.numbers?.[value] : undefined
  if (number !== undefined) {
    const message = `${nameAt(report, at)} is the number ${shown(value)}, which stands for \`${number}\`.`
    note(report, 'DM-SERIAL-002', at, message, { severity: 'warning', hint: `Send \`"${number}"\`.` })
    return
  }
  if (typeof value !== 'string') {
    noteType(report, at, `one of ${[...words.values].join(', ')}`, value)
    return
  }
  if (value === words.unspecified) {
    note(report, rule, at, `${nameAt(report, at)} is ${value}, which means that it wasn’t set.`, {
      severity: 'warning',
    })
    return
  }
  const meant = words.spellings.get(folded(value))
  if (meant === undefined) {
    const message = `${nameAt(report, at)} is ${shown(value)}; it should be one of ${[...words.values].join(', ')}.`
    note(report, rule, at, message, { severity: 'error' })
    return
  }
  const details = { severity: misspelt, hint: `Send \`"${meant}"\`.` }
  const message = `${nameAt(report, at)} is ${shown(value)}, but should be "${meant}" in ${report.version}.`
  note(report, 'DM-SERIAL-002', at, message, details)
}

/** `kind` and `type` before 1.0: a constant for each object. */
export function literal(literalText: string): Check {
  return (report, value, at) => {
    if (value === literalText) return
    const message = `${nameAt(report, at)} should be "${literalText}", but is ${shown(value)}.`
    note(report, 'PARLEY-OBJ-006', at, message, { hint: literalHint(String(at), literalText) })
  }
}

export function literalHint(member: string, value: string): string {
  return `Send \`"${member}": "${value}"\`.`
}

export interface ListOptions {
  /** Severity of an empty list. */
  readonly empty?: Severity
  /** The section that requires the list, if not the general one about members. */
  readonly section?: Topic
}

export function list(check: Check, { empty, section }: ListOptions = {}): Check {
  return (report, value, at) => {
    if (!isList(value)) {
      noteType(report, at, 'a list', value, 'a list, in `[ ]`, even of a single element')
      return
    }
    if (value.length === 0) {
      if (empty !== undefined) {
        note(report, 'PARLEY-OBJ-004', at, `${nameAt(report, at)} is an empty list.`, {
          severity: empty,
          section,
        })
      }
      return
    }
    if (at !== undefined) report.path.push(at)
    for (let i = 0; i < value.length && !isFull(report); i++) {
      spend(report)
      check(report, value[i] ?? null, i)
    }
    if (at !== undefined) report.path.pop()
  }
}

export function map(check: Check): Check {
  return (report, value, at) => {
    if (!isObject(value)) {
      noteType(report, at, 'an object', value, 'an object, such as `{"name": …}`')
      return
    }
    if (at !== undefined) report.path.push(at)
    for (const key in value) {
      spend(report)
      if (isFull(report)) break
      if (key.length > maxPointerNameChars) {
        note(report, 'PARLEY-BOUND-003', undefined, `A member’s name is ${key.length} characters long.`)
      } else check(report, value[key] ?? null, key)
    }
    if (at !== undefined) report.path.pop()
  }
}
