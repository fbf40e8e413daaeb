// JSON Pointer, RFC 6901. The pointer to a missing member names its place: the parent resolves, the pointer does not.

import type { JsonValue } from '../model.ts'

export type PathStep = string | number

export function pointerTo(path: readonly PathStep[], last?: PathStep): string {
  let pointer = ''
  for (const step of path) pointer += `/${escapeStep(step)}`
  return last === undefined ? pointer : `${pointer}/${escapeStep(last)}`
}

function escapeStep(step: PathStep): string {
  if (typeof step === 'number') return String(step)
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}

export function stepsOf(pointer: string): readonly string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function resolvePointer(document: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const step of stepsOf(pointer)) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined
    value = (value as Readonly<Record<string, JsonValue>>)[step]
  }
  return value
}
