// Operators of assertions on one value, with their operands and sentences. assertion.ts has those that combine assertions.

import type { JsonValue } from '../a2a/model.ts'

/** Whether a text matches; a pattern that takes too long throws. */
export type Matches = (pattern: string, text: string) => boolean

interface Operator {
  /** Whether the operand is valid. */
  takes(operand: JsonValue): boolean
  holds(operand: JsonValue, value: JsonValue | undefined, matches: Matches): boolean
  /** Completes "expected …". */
  describe(operand: JsonValue): string
}

const typeNames = ['string', 'number', 'boolean', 'array', 'object', 'null'] as const

export const operators: Readonly<Record<string, Operator>> = {
  type: {
    takes: (operand) => typeNames.some((name) => name === operand),
    holds: (operand, value) => typeOf(value) === operand,
    describe: (operand) => (operand === 'null' ? 'null' : `a value of type ${operand}`),
  },
  exists: {
    takes: (operand) => typeof operand === 'boolean',
    holds: (operand, value) => (value !== undefined) === operand,
    describe: (operand) => (operand === true ? 'a value' : 'no value'),
  },
  absent: {
    takes: (operand) => typeof operand === 'boolean',
    holds: (operand, value) => (value === undefined) === operand,
    describe: (operand) => (operand === true ? 'no value' : 'a value'),
  },
  contains: ofTexts((operand, value) => value.includes(operand), 'a text with'),
  starts_with: ofTexts((operand, value) => value.startsWith(operand), 'a text that begins with'),
  ends_with: ofTexts((operand, value) => value.endsWith(operand), 'a text that ends with'),
  matches: {
    takes: (operand) => typeof operand === 'string' && isPattern(operand),
    holds: (operand, value, matches) =>
      typeof operand === 'string' && typeof value === 'string' && matches(operand, value),
    describe: (operand) =>
      operand === '.' || operand === '\\S' ? 'a text that isn’t empty' : `a text that matches ${operand}`,
  },
  gte: ofNumbers((operand, value) => value >= operand, 'at least'),
  lte: ofNumbers((operand, value) => value <= operand, 'at most'),
  gt: ofNumbers((operand, value) => value > operand, 'more than'),
  lt: ofNumbers((operand, value) => value < operand, 'less than'),
  count: ofLists((operand, length) => length === operand, 'exactly'),
  count_gte: ofLists((operand, length) => length >= operand, 'at least'),
  count_lte: ofLists((operand, length) => length <= operand, 'at most'),
}

function typeOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'none'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function ofTexts(holds: (operand: string, value: string) => boolean, words: string): Operator {
  return {
    takes: (operand) => typeof operand === 'string',
    holds: (operand, value) =>
      typeof operand === 'string' && typeof value === 'string' && holds(operand, value),
    describe: (operand) => `${words} ${JSON.stringify(operand)}`,
  }
}

function ofNumbers(holds: (operand: number, value: number) => boolean, words: string): Operator {
  return {
    takes: (operand) => typeof operand === 'number',
    holds: (operand, value) =>
      typeof operand === 'number' && typeof value === 'number' && holds(operand, value),
    describe: (operand) => `${words} ${operand}`,
  }
}

function ofLists(holds: (operand: number, length: number) => boolean, words: string): Operator {
  return {
    takes: (operand) => typeof operand === 'number',
    holds: (operand, value) =>
      typeof operand === 'number' && Array.isArray(value) && holds(operand, value.length),
    describe: (operand) =>
      operand === 0 && words === 'exactly'
        ? 'an empty list'
        : `a list of ${words} ${operand} ${operand === 1 ? 'element' : 'elements'}`,
  }
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}
