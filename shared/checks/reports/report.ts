// A run as a file: for a program, for a build server, for a person.

import type { Report, ReportFormat } from '../../contract/checks.ts'
import type { CheckRun } from '../run.ts'
import { actsReports } from './acts.ts'

/** `parley` is the version of Parley that made it. */
export function reportOf(run: CheckRun, format: ReportFormat, parley: string): Report {
  const stem = `checks-${run.agentName.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}`
  switch (format) {
    case 'json': {
      const reports = actsReports(run, parley)
      const text = `${JSON.stringify(reports.length === 1 ? reports[0] : reports, null, 2)}\n`
      return { fileName: `${stem}.acts.json`, mediaType: 'application/json', text }
    }
  }
}
