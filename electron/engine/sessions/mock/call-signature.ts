// What makes a call the same call: where it went, what it asked for, about which task, with which words. Ids that every call
// makes anew, and options that clients fill in their own way, do not.

import { asObject, messageIn, parsed, wordsOf } from '#shared/record/replay/prompt-text.ts'

export interface AskedCall {
  readonly method: string
  /** Path without query. */
  readonly path: string
  readonly body: string
}

export interface CallSignature {
  readonly key: string
  /** For a person: the operation and what was said. */
  readonly words: string
  /** JSON of the JSON-RPC id, to be answered with; undefined where there is none. */
  readonly rpcId: string | undefined
}

const mostWords = 80

export function signatureOf({ method, path, body }: AskedCall): CallSignature {
  const json = parsed(body)
  const isRpc = json['jsonrpc'] !== undefined
  const params = isRpc ? asObject(json['params']) : json
  const message = messageIn(params)
  const task = [
    params['id'],
    params['taskId'],
    params['name'],
    params['task_id'],
    message['taskId'],
    message['task_id'],
  ]
    .filter((value) => typeof value === 'string' && value !== '')
    .at(0)
  const said = wordsOf(message)
  const operation = isRpc ? String(json['method']) : `${method} ${path}`
  const where = isRpc ? `${path} ${operation}` : operation
  const shown = said.length > mostWords ? `${said.slice(0, mostWords)}…` : said
  return {
    key: JSON.stringify([where, task ?? '', said]),
    words: said === '' ? operation : `${operation} “${shown}”`,
    rpcId: isRpc && json['id'] !== undefined ? JSON.stringify(json['id']) : undefined,
  }
}
