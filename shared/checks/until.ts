// The condition of a step that is repeated: `status.state in [TASK_STATE_COMPLETED, TASK_STATE_FAILED]`.

import type { JsonValue } from '../a2a/model.ts'
import { valueAt } from './path.ts'

const form = /^\s*(\S+)\s*(==|!=|in)\s*(.+?)\s*$/

export function isUntil(text: string): boolean {
  return form.test(text)
}

export function holdsUntil(text: string, value: JsonValue | undefined): boolean {
  const [, path = '', operator, operand = ''] = form.exec(text) ?? []
  const found = valueAt(value, path)
  const actual = typeof found === 'string' ? found : JSON.stringify(found)
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

function bare(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, '$2')
}
