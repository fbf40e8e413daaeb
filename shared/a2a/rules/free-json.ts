// Values the protocol leaves open: metadata, data parts, extension parameters, unknown members. Only their depth is
// looked at, and only so many of their nodes.

import type { JsonValue } from '../model.ts'
import { type Check, note, type Report } from './report.ts'

export const deepest = 64
const mostNodes = 20_000

export function checkDepth(report: Report, value: JsonValue, at: string | number | undefined): void {
  if (value === null || typeof value !== 'object') return
  if (tooDeep(value, 1, { left: mostNodes })) {
    note(report, 'PARLEY-BOUND-002', at, `The value is nested more than ${deepest} levels deep.`)
  }
}

function tooDeep(value: object, depth: number, nodes: { left: number }): boolean {
  if (depth > deepest) return true
  for (const key in value) {
    if (--nodes.left < 0) return false
    const item = (value as Readonly<Record<string, unknown>>)[key]
    if (item !== null && typeof item === 'object' && tooDeep(item, depth + 1, nodes)) return true
  }
  return false
}

export const anything: Check = checkDepth
