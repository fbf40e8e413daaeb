// Checks a page of tasks: against its request, its order, and its counts (1.0 §3.1.4).

import { isList, isObject, memberOf, shown, textOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue } from '../../model.ts'
import { checkUnique } from '../agreement.ts'
import { timestampForm } from '../formats.ts'
import { inside, isFull, note, objectsIn, type Report } from '../report.ts'
import { checkHistory, compare, type RequestFacts } from './request-facts.ts'

/** §3.1.4: without `includeArtifacts` the member is absent. Printers of defaults write an empty list. */
export function checkListedTasks(report: Report, page: JsonValue, request: RequestFacts): void {
  const tasks = isObject(page) ? memberOf(page, 'tasks') : undefined
  if (!isObject(page) || !isList(tasks)) return
  checkCounts(report, page, tasks.length, request)
  checkUnique(report, page, 'tasks', 'id', 'error')
  inside(report, 'tasks', () => {
    checkOrder(report, tasks)
    for (const [i, task] of objectsIn(report, page, 'tasks')) {
      inside(report, i, () => {
        if (request.includeArtifacts !== true) checkNoArtifacts(report, task)
        checkHistory(report, task, request)
        compare(report, task, 'contextId', request.contextId, 'list')
      })
    }
  })
}

/** The newest first; tasks without a readable time do not count. */
function checkOrder(report: Report, tasks: readonly JsonValue[]): void {
  let earliest: { readonly at: number; readonly text: string; readonly index: number } | undefined
  for (let i = 0; i < tasks.length && !isFull(report); i++) {
    const task = tasks[i]
    const status = isObject(task) ? memberOf(task, 'status') : undefined
    const text = isObject(status) ? textOf(status, 'timestamp') : undefined
    if (text === undefined || !/^(?:utc|offset)$/.test(timestampForm(text))) continue
    const at = Date.parse(text)
    if (earliest !== undefined && at > earliest.at) {
      const before = `that of \`tasks[${earliest.index}]\` before it, ${shown(earliest.text)}`
      const message = `\`tasks[${i}]\` has the status of ${shown(text)}, which is newer than ${before}.`
      note(report, 'CORE-LIST-003', [i, 'status', 'timestamp'], message)
    }
    if (earliest === undefined || at < earliest.at) earliest = { at, text, index: i }
  }
}

function checkCounts(report: Report, page: JsonObject, count: number, request: RequestFacts): void {
  const [size, total] = [memberOf(page, 'pageSize'), memberOf(page, 'totalSize')]
  if (typeof size === 'number' && size >= 0 && size < count) {
    const hint = 'Set `pageSize` to the most tasks that a page may have.'
    note(report, 'PARLEY-OBJ-017', 'pageSize', `\`pageSize\` is ${size}, but ${count} tasks are listed.`, {
      hint,
    })
    // 0 is not a valid page size: the agent then uses its default.
  } else if (request.pageSize && count > request.pageSize) {
    const verb = request.pageSize === 1 ? 'was' : 'were'
    const message = `${count} tasks are listed, but ${request.pageSize} ${verb} requested.`
    note(report, 'PARLEY-OBJ-017', 'tasks', message, { hint: 'List `pageSize` tasks at most.' })
  }
  const next = textOf(page, 'nextPageToken')
  const isWhole = next === '' && !request.pageToken
  if (typeof total === 'number' && total >= 0 && (isWhole ? total !== count : total < count)) {
    const whole = isWhole ? ' and no page follows' : ''
    const message = `\`totalSize\` is ${total}, but ${count} tasks are listed${whole}.`
    const hint = 'Set `totalSize` to how many tasks all pages have together.'
    note(report, 'PARLEY-OBJ-017', 'totalSize', message, { hint })
  }
  if (next !== undefined && next !== '' && next === request.pageToken) {
    note(
      report,
      'CORE-LIST-002',
      'nextPageToken',
      '`nextPageToken` is the token that this page was requested with.',
    )
  }
}

function checkNoArtifacts(report: Report, task: JsonObject): void {
  const artifacts = memberOf(task, 'artifacts')
  if (!isList(artifacts)) return
  const severity = artifacts.length === 0 ? 'info' : 'error'
  const message = `\`artifacts\` is ${shown(artifacts)}, but \`includeArtifacts\` wasn’t true.`
  note(report, 'CORE-LIST-005', 'artifacts', message, { severity })
}
