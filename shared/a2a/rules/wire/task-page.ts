// A page of tasks: held to its request, in its order, and with counts that fit (1.0 §3.1.4).

import { isList, isObject, memberOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue } from '../../model.ts'
import { inside, isFull, note, type Report, spend } from '../report.ts'
import { type AskedFor, checkHistory, compare } from './asked-for.ts'

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
        compare(report, task, 'contextId', asked.contextId, 'list')
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
