// The JSON-RPC envelope of a reply or of a stream's event. `result` has its own check.

import { errorByCode, isOfA2a } from '../../error-codes.ts'
import { isList, isObject, isShown, memberOf, named, shown, textOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue } from '../../model.ts'
import { type Check, inside, isFull, note, type Report, spend } from '../report.ts'
import { checkDepth, maxPointerNameChars, noteType } from '../walk.ts'

const errorInfoType = 'type.googleapis.com/google.rpc.ErrorInfo'
/** Details of an error that are judged; the wire has all. */
const maxErrorDetails = 100

export const domainHint = 'Send `"domain": "a2a-protocol.org"`.'

export type RequestId = string | number | null

export interface EnvelopeOptions {
  /** Undefined where the request's id is unknown. */
  readonly requestId: RequestId | undefined
  /** The request had no id, so an answer cannot have one. */
  readonly isNotification?: boolean | undefined
  /** 1.0 specifies the details of an error (§9.5). */
  readonly typedErrors: boolean
  readonly result: Check
}

export function checkEnvelope(report: Report, raw: JsonValue, options: EnvelopeOptions): void {
  if (isList(raw)) {
    note(report, 'PARLEY-RPC-006', undefined, `The response is ${shown(raw)}, as for a batch.`)
    return
  }
  if (!isObject(raw)) {
    note(report, 'PARLEY-RPC-001', undefined, `The response is ${shown(raw)}, not a JSON-RPC response.`)
    return
  }
  const hasResult = Object.hasOwn(raw, 'result')
  const hasError = Object.hasOwn(raw, 'error')
  if (memberOf(raw, 'jsonrpc') !== '2.0') noteVersion(report, raw, hasResult || hasError)
  for (const key in raw) {
    spend(report)
    if (isFull(report)) return
    if (key !== 'jsonrpc' && key !== 'id' && key !== 'result' && key !== 'error')
      noteStranger(report, raw, key)
  }
  const id = memberOf(raw, 'id')
  if (options.isNotification) checkNoId(report, id)
  else if (id === undefined || id !== options.requestId) checkId(report, raw, options.requestId)
  if (hasError && memberOf(raw, 'error') !== null) {
    checkError(report, memberOf(raw, 'error') ?? null, options.typedErrors)
    if (!hasResult) return
    const severity = memberOf(raw, 'result') === null ? 'info' : 'error'
    note(report, 'PARLEY-RPC-004', 'result', 'The response has an error and a result.', { severity })
  } else if (hasResult) {
    if (hasError)
      note(report, 'PARLEY-RPC-004', 'error', '`error` is null beside a result.', { severity: 'info' })
    options.result(report, memberOf(raw, 'result') ?? null, 'result')
  } else note(report, 'PARLEY-RPC-005', 'result', 'The response has neither a result nor an error.')
}

function noteVersion(report: Report, raw: JsonObject, isResponse: boolean): void {
  const version = memberOf(raw, 'jsonrpc')
  if (isResponse || version !== undefined) {
    note(report, 'JSONRPC-FMT-001', 'jsonrpc', `\`jsonrpc\` ${isShown(version)}; it should be "2.0".`)
  } else
    note(report, 'PARLEY-RPC-001', undefined, 'The response is a JSON object, but not a JSON-RPC response.')
}

function noteStranger(report: Report, raw: JsonObject, key: string): void {
  if (key.length > maxPointerNameChars) return
  const hint = 'Leave the member out: a JSON-RPC response has no place for extra data.'
  note(report, 'DM-SERIAL-005', key, `A JSON-RPC response has no member ${named(key)}.`, { hint })
  checkDepth(report, raw[key] ?? null, key)
}

function checkId(report: Report, raw: JsonObject, requestId: RequestId | undefined): void {
  const id = memberOf(raw, 'id')
  if (id === undefined) {
    note(report, 'PARLEY-RPC-002', 'id', `\`id\` is missing${shownId(requestId)}.`)
    return
  }
  if (id !== null && typeof id !== 'string' && typeof id !== 'number') {
    noteType(report, 'id', 'a string or a number', id)
    return
  }
  if (id === null) {
    // JSON-RPC 2.0 §5: null when the request's id could not be read.
    if (requestId !== null && !answersUnreadable(raw))
      note(report, 'PARLEY-RPC-002', 'id', `\`id\` is null${shownId(requestId)}.`)
    return
  }
  if (requestId === undefined || id === requestId) return
  const rule = String(id) === String(requestId) ? 'PARLEY-RPC-003' : 'PARLEY-RPC-002'
  const hint = `Send \`"id": ${shown(requestId)}\`, as in the request.`
  note(report, rule, 'id', `\`id\` is ${shown(id)}, but the request’s is ${shown(requestId)}.`, { hint })
}

function shownId(requestId: RequestId | undefined): string {
  return requestId === undefined ? '' : `; the request’s is ${shown(requestId)}`
}

/** JSON-RPC 2.0 §4.1 and §5: a notification has no answer; if one arrives anyway, its id is null or absent. */
function checkNoId(report: Report, id: JsonValue | undefined): void {
  if (id === undefined || id === null) return
  note(report, 'PARLEY-RPC-002', 'id', `\`id\` is ${shown(id)}, but the request had none.`)
}

function answersUnreadable(raw: JsonObject): boolean {
  const error = memberOf(raw, 'error')
  const code = isObject(error) ? memberOf(error, 'code') : undefined
  return code === -32700 || code === -32600
}

function checkError(report: Report, error: JsonValue, typed: boolean): void {
  if (!isObject(error)) {
    note(report, 'JSONRPC-ERR-001', 'error', `\`error\` is ${shown(error)}, not an object.`)
    return
  }
  inside(report, 'error', () => {
    const code = memberOf(error, 'code')
    if (!Number.isInteger(code)) {
      note(report, 'JSONRPC-ERR-001', 'code', `\`code\` should be a whole number, but ${isShown(code)}.`)
    }
    if (textOf(error, 'message') === undefined) {
      const shownText = isShown(memberOf(error, 'message'))
      note(report, 'JSONRPC-ERR-001', 'message', `\`message\` should be a string, but ${shownText}.`)
    }
    for (const key of Object.keys(error)) {
      spend(report)
      if (isFull(report)) return
      if (key !== 'code' && key !== 'message' && key !== 'data' && key.length <= maxPointerNameChars) {
        const hint = 'Put extra data into `data`.'
        note(report, 'DM-SERIAL-005', key, `A JSON-RPC error has no member ${named(key)}.`, { hint })
      }
    }
    if (typeof code === 'number') checkCode(report, code, error, typed)
    checkDepth(report, memberOf(error, 'data') ?? null, 'data')
  })
}

function checkCode(report: Report, code: number, error: JsonObject, typed: boolean): void {
  const meant = errorByCode(code)
  const errorCode = meant && isOfA2a(meant) ? meant : undefined
  if (meant === undefined && code >= -32768 && code <= -32000) {
    const message = `JSON-RPC reserves the code ${code}, but neither it nor A2A defines it.`
    note(report, 'JSONRPC-ERR-002', 'code', message)
  }
  if (!typed) return
  const data = memberOf(error, 'data')
  const errorInfo = errorInfoOf(data)
  if (errorInfo === undefined) {
    // Only A2A's own errors have a reason; others may arrive without details, but not with bare text.
    if (errorCode !== undefined) {
      const hint = `Add ${errorInfoShown(errorCode.reason)} to the list \`data\`.`
      note(report, 'JSONRPC-ERR-003', 'data', `The error ${code} has no ErrorInfo in \`data\`.`, { hint })
    } else if (data !== undefined && data !== null && !isList(data)) {
      note(report, 'JSONRPC-ERR-003', 'data', `\`data\` should be a list, but is ${shown(data)}.`)
    }
    return
  }
  const reason = textOf(errorInfo.info, 'reason')
  inside(report, 'data', () =>
    inside(report, errorInfo.index, () => {
      if (errorCode !== undefined && reason !== errorCode.reason) {
        const message = `\`reason\` should be ${errorCode.reason} for the code ${code}, but ${isShown(reason)}.`
        const hint = `Send \`"reason": "${errorCode.reason}"\`.`
        note(report, 'JSONRPC-SSE-002', 'reason', message, { hint })
      }
      if (errorCode !== undefined && !isErrorInfoDomain(errorInfo.info)) {
        const shownText = isShown(memberOf(errorInfo.info, 'domain'))
        const message = `\`domain\` should be "a2a-protocol.org", but ${shownText}.`
        note(report, 'JSONRPC-ERR-003', 'domain', message, { hint: domainHint })
      }
    }),
  )
}

/** The ErrorInfo among an error's details, with its index. */
export function errorInfoOf(
  details: JsonValue | undefined,
): { readonly index: number; readonly info: JsonObject } | undefined {
  if (!isList(details)) return undefined
  for (const [index, info] of details.slice(0, maxErrorDetails).entries()) {
    if (isObject(info) && textOf(info, '@type') === errorInfoType) return { index, info }
  }
  return undefined
}

export function isErrorInfoDomain(info: JsonObject): boolean {
  return memberOf(info, 'domain') === 'a2a-protocol.org'
}

function errorInfoShown(reason = '…'): string {
  return `\`{"@type": "${errorInfoType}", "reason": "${reason}", "domain": "a2a-protocol.org"}\``
}
