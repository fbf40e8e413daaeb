// Ids said twice should be the same twice: a message inside a task or event names the task around it.

import { isObject, memberOf, shown } from '../json-kinds.ts'
import type { JsonObject } from '../model.ts'
import { note, type Report } from './report.ts'

/** For a Task (`idMember` is `id`) or a status event (`taskId`): what `status.message` says of task and context. */
export function statusMessageAgrees(idMember: 'id' | 'taskId'): (report: Report, object: JsonObject) => void {
  return (report, object) => {
    const status = memberOf(object, 'status')
    if (!isObject(status)) return
    const message = memberOf(status, 'message')
    if (!isObject(message)) return
    agree(report, message, 'taskId', memberOf(object, idMember))
    agree(report, message, 'contextId', memberOf(object, 'contextId'))
  }
}

/** A status that waits for authorization says for what (1.0 §7.6.1). */
export function authorizationIsExplained(report: Report, status: JsonObject): void {
  if (memberOf(status, 'state') !== 'TASK_STATE_AUTH_REQUIRED' || memberOf(status, 'message') !== undefined)
    return
  note(report, 'AUTH-INTASK-003', 'state', 'The task waits for authorization, and no message says for what.')
}

function agree(report: Report, message: JsonObject, name: 'taskId' | 'contextId', outer: unknown): void {
  const inner = memberOf(message, name)
  if (typeof inner !== 'string' || typeof outer !== 'string') return
  if (inner === outer || inner === '' || outer === '') return
  report.path.push('status', 'message')
  const text = `\`${name}\` is ${shown(inner)}, but the object around the message says ${shown(outer)}.`
  note(report, 'PARLEY-OBJ-011', name, text)
  report.path.length -= 2
}
