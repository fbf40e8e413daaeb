// Error bodies of the HTTP+JSON binding. 1.0 specifies their form (§11.6); 0.3 only requires JSON (PROTOCOL §4.4).

import { defined } from '../../../defined.ts'
import { errorByReason, isOfA2a, statusesOf } from '../../error-codes.ts'
import { isList, isObject, isShown, memberOf, shown, textOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue } from '../../model.ts'
import { inside, note, type Report } from '../report.ts'
import { domainHint, errorInfoOf, isErrorInfoDomain } from './json-rpc.ts'

/** Whether a body without an error status is an error rather than a result. */
export function looksLikeError(raw: JsonValue): boolean {
  if (!isObject(raw)) return false
  if (isObject(memberOf(raw, 'error'))) return true
  return Object.hasOwn(raw, 'detail') || (textOf(raw, 'message') !== undefined && !Object.hasOwn(raw, 'role'))
}

const wrappers = ['task', 'message', 'statusUpdate', 'artifactUpdate']

/** Whether a body with an error status is a result anyway. */
export function looksLikeResult(raw: JsonValue): boolean {
  if (!isObject(raw) || isObject(memberOf(raw, 'error'))) return false
  const isTask = isObject(memberOf(raw, 'status')) && textOf(raw, 'id') !== undefined
  const isMessage =
    textOf(raw, 'role') !== undefined && isList(memberOf(raw, 'parts') ?? memberOf(raw, 'content'))
  const isPage = isList(memberOf(raw, 'tasks')) || isList(memberOf(raw, 'configs'))
  return isTask || isMessage || isPage || wrappers.some((name) => isObject(memberOf(raw, name)))
}

export function checkRestError(report: Report, raw: JsonValue, status: number | undefined): void {
  const error = isObject(raw) ? memberOf(raw, 'error') : undefined
  if (!isObject(error)) {
    // A path without a route is answered by the framework, before any A2A code runs.
    const severity = status === 404 || status === 405 ? 'warning' : 'error'
    const at = isObject(raw) ? 'error' : undefined
    note(report, 'HTTP_JSON-ERR-001', at, 'The error body has no `error` object.', { severity })
    return
  }
  inside(report, 'error', () => checkStatusObject(report, error, status))
}

function checkStatusObject(report: Report, error: JsonObject, status: number | undefined): void {
  const code = memberOf(error, 'code')
  if (!Number.isInteger(code)) {
    note(report, 'HTTP_JSON-ERR-001', 'code', `\`code\` should be the HTTP status, but ${isShown(code)}.`)
  } else if (status !== undefined && code !== status) {
    const message = `\`code\` is ${shown(code)}, but the HTTP status is ${status}.`
    const hint = `Send \`"code": ${status}\`.`
    note(report, 'HTTP_JSON-ERR-001', 'code', message, { severity: 'warning', hint })
  }
  // An error within a stream has no HTTP status.
  const given = status ?? (typeof code === 'number' ? code : undefined)
  for (const name of ['status', 'message']) {
    const text = textOf(error, name)
    if (name === 'status' && text !== undefined) checkStatusName(report, text, given)
    if (text !== undefined) continue
    const message = `\`${name}\` should be a string, but ${isShown(memberOf(error, name))}.`
    note(report, 'HTTP_JSON-ERR-001', name, message)
  }
  const details = memberOf(error, 'details')
  if (details !== undefined && details !== null && !isList(details)) {
    note(report, 'HTTP_JSON-ERR-001', 'details', `\`details\` should be a list, but is ${shown(details)}.`)
  }
  checkReason(report, details, given)
}

/** The names of gRPC's codes, each with the HTTP statuses it may have. */
function checkStatusName(report: Report, name: string, status: number | undefined): void {
  const allowed = statusesByName.get(name)
  if (name === '') {
    note(report, 'PARLEY-OBJ-003', 'status', '`status` is empty.', { severity: 'warning' })
  } else if (allowed === undefined) {
    const message = `\`status\` is ${shown(name)}, which isn’t a gRPC status code.`
    const fitting = [...statusesByName].find(([, statuses]) => statuses.includes(status ?? 0))?.[0]
    const hint = fitting === undefined ? undefined : `Send \`"status": "${fitting}"\`.`
    note(report, 'HTTP_JSON-ERR-001', 'status', message, defined({ hint }))
  } else if (status !== undefined && !allowed.includes(status)) {
    const message = `${name} belongs to HTTP status ${allowed.join(' or ')}, not ${status}.`
    const hint = `Send ${name} with HTTP status ${allowed.join(' or ')}, or the status that fits ${status}.`
    note(report, 'HTTP_JSON-STATUS-001', 'status', message, { severity: 'warning', hint })
  }
}

/** Those of google.rpc.Code, and the additional ones of 1.0.0. */
const statusesByName: ReadonlyMap<string, readonly number[]> = new Map([
  ['CANCELLED', [499]],
  ['UNKNOWN', [500]],
  ['INVALID_ARGUMENT', [400, 415]],
  ['DEADLINE_EXCEEDED', [504]],
  ['NOT_FOUND', [404]],
  ['ALREADY_EXISTS', [409]],
  ['PERMISSION_DENIED', [403]],
  ['RESOURCE_EXHAUSTED', [429]],
  ['FAILED_PRECONDITION', [400, 409]],
  ['ABORTED', [409]],
  ['OUT_OF_RANGE', [400]],
  ['UNIMPLEMENTED', [501, 400]],
  ['INTERNAL', [500, 502]],
  ['UNAVAILABLE', [503]],
  ['DATA_LOSS', [500]],
  ['UNAUTHENTICATED', [401]],
])

function checkReason(report: Report, details: JsonValue | undefined, status: number | undefined): void {
  const errorInfo = errorInfoOf(details)
  if (errorInfo === undefined) {
    if (status === 400 || status === 404 || status === 409 || status === 415) {
      note(report, 'HTTP_JSON-ERR-002', 'details', 'The error has no ErrorInfo in `details`.')
    }
    return
  }
  const reason = textOf(errorInfo.info, 'reason')
  const errorCode = reason === undefined ? undefined : errorByReason(reason)
  inside(report, 'details', () =>
    inside(report, errorInfo.index, () => {
      if (reason === undefined || reason === '') {
        note(report, 'HTTP_JSON-ERR-002', 'reason', 'The ErrorInfo has no `reason`.')
      }
      if (errorCode === undefined || !isOfA2a(errorCode)) return
      if (!isErrorInfoDomain(errorInfo.info)) {
        const message = `\`domain\` should be "a2a-protocol.org", but ${isShown(memberOf(errorInfo.info, 'domain'))}.`
        note(report, 'HTTP_JSON-ERR-002', 'domain', message, { hint: domainHint })
      }
      const statuses = statusesOf(errorCode)
      if (status === undefined || statuses.includes(status)) return
      const message = `${errorCode.reason} belongs to HTTP status ${statuses.join(' or ')}, not ${status}.`
      const hint = `Send ${errorCode.reason} with HTTP status ${statuses.join(' or ')}.`
      note(report, 'HTTP_JSON-STATUS-001', 'reason', message, { hint })
    }),
  )
}
