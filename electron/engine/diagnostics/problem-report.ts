// A report for bugs: what failed, where, and the end of the log. Redacted, so that it can be published.

import { release } from 'node:os'
import type { Problem, ProblemReport } from '#shared/contract/host.ts'
import type { Log } from '../platform/errors.ts'
import { logPath, readLogEnd, redact } from './logger.ts'

export interface Problems {
  /** Logs the problem, and returns the report. */
  report(problem: Problem): ProblemReport
}

interface ProblemDeps {
  readonly dataDir: string
  readonly productVersion: string
  readonly log: Log
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
