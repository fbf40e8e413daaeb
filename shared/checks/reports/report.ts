// A run as a file for a program, a build server or a person.

import type { Report, ReportFormat } from '../../contract/checks.ts'
import type { CheckRun } from '../run.ts'
import { checkFileName } from '../suite.ts'
import type { IsBaseline } from '../summary.ts'
import { actsReports } from './acts.ts'
import { badge } from './badge.ts'
import { htmlReport } from './html.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import { sarifReport } from './sarif.ts'

interface Use {
  /** The file in the agent's repository that its results refer to. */
  readonly file?: string | undefined
  readonly isBaseline?: IsBaseline | undefined
}

/** `parley`: the version of Parley. */
export function reportOf(
  run: CheckRun,
  format: ReportFormat,
  parley: string,
  { file = checkFileName, isBaseline }: Use = {},
): Report {
  const stem = `checks-${run.agentName.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}`
  switch (format) {
    case 'json': {
      const reports = actsReports(run, parley)
      const text = written(reports.length === 1 ? reports[0] : reports)
      return { fileName: `${stem}.acts.json`, mediaType: 'application/json', text }
    }
    case 'junit':
      return {
        fileName: `${stem}.junit.xml`,
        mediaType: 'application/xml',
        text: junitReport(run, isBaseline),
      }
    case 'sarif': {
      const text = written(sarifReport(run, parley, file))
      return { fileName: `${stem}.sarif`, mediaType: 'application/sarif+json', text }
    }
    case 'html':
      return { fileName: `${stem}.html`, mediaType: 'text/html', text: htmlReport(run, parley, isBaseline) }
    case 'markdown':
      return { fileName: `${stem}.md`, mediaType: 'text/markdown', text: markdownReport(run, isBaseline) }
    case 'badge':
      return { fileName: `${stem}.svg`, mediaType: 'image/svg+xml', text: badge(run) }
  }
}

function written(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
