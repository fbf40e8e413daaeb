// What an answer owes to its request: artifacts only when asked for, history no longer than asked for.

import { isList, isObject, memberOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue } from '../../model.ts'
import { inside, isFull, note, type Report, spend } from '../report.ts'

export interface AskedFor {
  readonly historyLength?: number
  readonly includeArtifacts?: boolean
}

/** §3.1.4: without `includeArtifacts` the member is left out. Printers of defaults write an empty list. */
export function checkListedTasks(report: Report, page: JsonValue, asked: AskedFor): void {
  const tasks = isObject(page) ? memberOf(page, 'tasks') : undefined
  if (!isList(tasks)) return
  inside(report, 'tasks', () => {
    for (let i = 0; i < tasks.length && !isFull(report); i++) {
      spend(report)
      const task = tasks[i]
      if (!isObject(task)) continue
      inside(report, i, () => {
        if (asked.includeArtifacts !== true) checkNoArtifacts(report, task)
        checkHistory(report, task, asked)
      })
    }
  })
}

function checkNoArtifacts(report: Report, task: JsonObject): void {
  const artifacts = memberOf(task, 'artifacts')
  if (!isList(artifacts)) return
  const severity = artifacts.length === 0 ? 'info' : 'error'
  const message = `\`artifacts\` was not asked for, but has ${artifacts.length}.`
  note(report, 'CORE-LIST-005', 'artifacts', message, { severity })
}

/** §3.2.4: at most so many messages, and none at all for 0. */
export function checkHistory(report: Report, task: JsonObject, { historyLength }: AskedFor): void {
  const history = memberOf(task, 'history')
  if (historyLength === undefined || !isList(history) || history.length <= historyLength) return
  const message = `\`history\` has ${history.length} messages, but ${historyLength} were asked for.`
  note(report, historyLength === 0 ? 'CORE-HIST-001' : 'CORE-HIST-002', 'history', message)
}
