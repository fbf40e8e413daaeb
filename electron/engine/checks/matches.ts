import { runInNewContext } from 'node:vm'
import type { Matches } from '#shared/checks/operators.ts'
import { codeOf } from '../thrown.ts'
import { BadStep } from './bad-step.ts'

/** Processor time of one pattern of a suite over one text of an agent; with more, the test has no result. */
const maxPatternMs = 200
// The same by the clock: a busy machine gives a pattern its processor time later.
const maxPatternWallMs = 12_800

/** A pattern of a suite over a text of an agent may take for ever, so it is stopped. */
export const matchesInTime: Matches = (pattern, text) => {
  const context = { pattern, text }
  for (let timeout = maxPatternMs; timeout <= maxPatternWallMs; timeout *= 2) {
    const before = process.threadCpuUsage()
    try {
      return runInNewContext('new RegExp(pattern).test(text)', context, { timeout }) === true
    } catch (error) {
      if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT')
        throw new BadStep('inconclusive', `${pattern} isn’t a regular expression.`)
      const { user, system } = process.threadCpuUsage(before)
      if ((user + system) / 1_000 >= maxPatternMs) break
    }
  }
  throw new BadStep('inconclusive', `Matching the pattern ${pattern} took too long.`)
}
