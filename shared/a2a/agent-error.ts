// An agent's error from whatever carried it: JSON of any shape, a body that is not JSON, a gRPC status. `Dialect.decodeReply`
// handles JSON itself.

import { parseJson } from '../json/parse-json.ts'
import type { AgentError } from './model.ts'
import { readError, readTextError } from './read/error.ts'

export { notJson, readTextError } from './read/error.ts'

export function readBodyError(text: string, httpStatus: number): AgentError {
  try {
    return readError(parseJson(text), httpStatus) ?? { message: '', httpStatus }
  } catch {
    return readTextError(text, httpStatus)
  }
}
