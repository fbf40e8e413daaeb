import { isList, isObject, memberOf, textOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue } from '../../model.ts'

const errorInfoType = 'type.googleapis.com/google.rpc.ErrorInfo'
/** Details of an error that are judged; the wire has all. */
const maxErrorDetails = 100

/** The ErrorInfo among an error's details, with its place. */
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

export const domainHint = 'Send `"domain": "a2a-protocol.org"`.'

export function errorInfoShown(reason = '…'): string {
  return `\`{"@type": "${errorInfoType}", "reason": "${reason}", "domain": "a2a-protocol.org"}\``
}
