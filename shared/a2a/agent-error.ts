// Errors as agents word them, from whatever carried them: JSON of any shape, a body that is no JSON, a gRPC status.
// `Dialect.decodeReply` does the first by itself.

import { parseJson } from '../json/parse-json.ts'
import type { AgentError } from './model.ts'
import { readError, readTextError } from './read/error.ts'

export { notJson, readTextError } from './read/error.ts'

/** Of a body that is JSON or not. */
export function readBodyError(text: string, httpStatus: number): AgentError {
  try {
    return readError(parseJson(text), httpStatus) ?? { message: '', httpStatus }
  } catch {
    return readTextError(text, httpStatus)
  }
}
