// Values the protocol leaves open: metadata, data parts, extension parameters, unknown members. Only their depth is
// looked at, and only so many of their nodes.

import type { JsonValue } from '../model.ts'
import { maxDepth } from '../read/bound.ts'
import { type Check, note, type Report, spend } from './report.ts'

/** Values of metadata whose depth is judged; further ones are not judged, and stay on the wire. */
const maxFreeNodes = 20_000
/** So many cost as much to look at as one value of a shape costs to judge. */
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
