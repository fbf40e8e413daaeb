import { runInNewContext } from 'node:vm'
import type { Matches } from '#shared/checks/operators.ts'
import { BadStep } from './bad-step.ts'

/** Of one pattern of a suite over one text of an agent; with more, the test has no result. */
const maxPatternMs = 200

/** A pattern of somebody's suite over a text of somebody's agent: it may take for ever, so it is stopped. */
export const matchesInTime: Matches = (pattern, text) => {
  try {
    const context = { pattern, text }
    return runInNewContext('new RegExp(pattern).test(text)', context, { timeout: maxPatternMs }) === true
  } catch {
    throw new BadStep('error', `Matching the pattern ${pattern} took too long.`)
  }
}
