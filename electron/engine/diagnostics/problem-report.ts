// What a user hands to whoever mends Parley: what broke, where, and the end of the log. Redacted: it is meant to be pasted in public.

import { release } from 'node:os'
import type { Problem, ProblemReport } from '#shared/contract/host.ts'
import type { Log } from '../platform/errors.ts'
import { logPath, readLogEnd, redact } from './logger.ts'

export interface Problems {
  /** Writes it to the log, and answers the report. */
  report(problem: Problem): ProblemReport
}

interface ProblemDeps {
  readonly dataDir: string
  readonly productVersion: string
  readonly log: Log
  /** Masks what is known to be secret, wherever it stands. */
  readonly mask: (text: string) => string
}

/** Of the log's end in a problem report, whole lines; the report names the log file. */
const maxReportedLogBytes = 6_000

export function createProblems({ dataDir, productVersion, log, mask }: ProblemDeps): Problems {
  return {
    report(problem) {
      const broke = mask(`${problem.what}: ${problem.stack ?? problem.message}`)
      log(broke)
      const { electron, node } = process.versions
      const lines = [
        `Parley ${productVersion}, ${electron ? `Electron ${electron}` : `Node ${node}`}`,
        `${process.platform} ${release()} ${process.arch}`,
        '',
        broke,
        '',
        'The end of the log:',
        mask(readLogEnd(dataDir, maxReportedLogBytes)).trimEnd(),
      ]
      return { report: `${redact(lines.join('\n'))}\n`, logFile: logPath(dataDir) }
    },
  }
}
