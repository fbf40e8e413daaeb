// Repeated ids must agree: a message inside a task or event names the task around it. Items of one list have unique ids.

import type { Severity } from '../finding.ts'
import { isList, isObject, memberOf, shown, textOf } from '../json-kinds.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import type { PathStep } from './pointer.ts'
import { inside, isFull, note, type Report } from './report.ts'
import { folded } from './spelling.ts'

export function taskAgrees(report: Report, task: JsonObject): void {
  const owner = { taskId: memberOf(task, 'id'), contextId: memberOf(task, 'contextId') }
  checkStatusMessage(report, task, owner)
  checkUnique(report, task, 'artifacts', 'artifactId', 'error')
  checkUnique(report, task, 'history', 'messageId', 'warning')
  const history = memberOf(task, 'history')
  if (!isList(history)) return
  for (let i = 0; i < history.length && !isFull(report); i++) {
    agree(report, ['history', i], history[i], owner)
  }
}

/** Ids in a list are unique; an empty id has a finding of its own. */
export function checkUnique(
  report: Report,
  owner: JsonObject,
  list: string,
  idMember: string,
  severity: Severity,
): void {
  const items = memberOf(owner, list)
  if (!isList(items) || items.length < 2) return
  const visited = new Map<string, number>()
  for (let i = 0; i < items.length && !isFull(report); i++) {
    const item = items[i]
    const id = isObject(item) ? textOf(item, idMember) : undefined
    if (id === undefined || id === '') continue
    const first = visited.get(id)
    if (first === undefined) visited.set(id, i)
    else {
      const message = `\`${list}[${first}]\` has the ${idMember} ${shown(id)} too.`
      note(report, 'PARLEY-OBJ-013', [list, i, idMember], message, { severity })
    }
  }
}

export function statusEventAgrees(report: Report, event: JsonObject): void {
  checkStatusMessage(report, event, {
    taskId: memberOf(event, 'taskId'),
    contextId: memberOf(event, 'contextId'),
  })
}

/** The ids of the object around a message. */
type Owner = Readonly<Record<'taskId' | 'contextId', JsonValue | undefined>>

function checkStatusMessage(report: Report, object: JsonObject, owner: Owner): void {
  const status = memberOf(object, 'status')
  if (!isObject(status)) return
  agree(report, ['status', 'message'], memberOf(status, 'message'), owner)
  inside(report, 'status', () => agentSpeaks(report, memberOf(status, 'message'), 'message', 'warning'))
}

/** An answer is from the agent; a history has messages of both. */
export function agentSpeaks(
  report: Report,
  message: JsonValue | undefined,
  at: PathStep | undefined,
  severity: Severity = 'error',
): void {
  const role = isObject(message) ? textOf(message, 'role') : undefined
  if (role === undefined || !userRoles.has(folded(role))) return
  const text = `\`role\` is ${shown(role)}, but the message is the agent’s.`
  const hint = `Send \`"role": "${role.startsWith('ROLE_') ? 'ROLE_AGENT' : 'agent'}"\`.`
  inside(report, at, () => note(report, 'PARLEY-OBJ-015', 'role', text, { severity, hint }))
}

const userRoles = new Set(['user', 'roleuser'])

/** A status that waits for authorization must explain it (1.0 §7.6.1). */
export function authorizationIsExplained(report: Report, status: JsonObject): void {
  if (memberOf(status, 'state') !== 'TASK_STATE_AUTH_REQUIRED' || memberOf(status, 'message') !== undefined)
    return
  const message =
    'The task waits for authorization, but its status has no message: the user can’t know what for.'
  note(report, 'AUTH-INTASK-003', 'state', message)
}

function agree(
  report: Report,
  path: readonly PathStep[],
  message: JsonValue | undefined,
  owner: Owner,
): void {
  if (!isObject(message)) return
  for (const name of ['taskId', 'contextId'] as const) {
    const inner = memberOf(message, name)
    const outer = owner[name]
    if (typeof inner !== 'string' || typeof outer !== 'string') continue
    if (inner === outer || inner === '' || outer === '') continue
    const text = `\`${name}\` is ${shown(inner)}, but that of the object around the message is ${shown(outer)}.`
    const hint = `Send ${shown(outer)} as the message’s \`${name}\`, or leave it out.`
    note(report, 'PARLEY-OBJ-011', [...path, name], text, { hint })
  }
}
