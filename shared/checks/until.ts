// The condition of a step that is repeated: `status.state in [TASK_STATE_COMPLETED, TASK_STATE_FAILED]`.

import type { JsonValue } from '../a2a/model.ts'
import { valueAt } from './path.ts'

const form = /^\s*(\S+)\s*(==|!=|in)\s*(.+?)\s*$/

export function isUntil(text: string): boolean {
  return form.test(text)
}

export function holdsUntil(text: string, value: JsonValue | undefined): boolean {
  const [, path = '', operator, operand = ''] = form.exec(text) ?? []
  const valueAtPath = valueAt(value, path)
  const actual = typeof valueAtPath === 'string' ? valueAtPath : JSON.stringify(valueAtPath)
  switch (operator) {
    case '==':
      return actual === bare(operand)
    case '!=':
      return actual !== bare(operand)
    default:
      return operand
        .replace(/^\[|\]$/g, '')
        .split(',')
        .some((each) => actual === bare(each))
  }
}

/** `status.state` and its expected value, in words. */
export function untilWords(text: string): { readonly path: string; readonly expected: string } {
  const [, path = '', operator, operand = ''] = form.exec(text) ?? []
  const listed = operand
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map(bare)
  if (operator === '!=') return { path, expected: `anything but ${bare(operand)}` }
  return { path, expected: listed.length === 1 ? bare(operand) : `one of ${listed.join(', ')}` }
}

function bare(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, '$2')
}
