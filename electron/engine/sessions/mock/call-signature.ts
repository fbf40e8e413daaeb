// What makes a call the same call: where it went, what it asked for, about which task, with which words. Ids that every call
// makes anew, and options that clients fill in their own way, do not.

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
  const message = asObject(params['message'] ?? params['request'])
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
  const parts = message['parts'] ?? message['content']
  const said = Array.isArray(parts) ? parts.map(partWords).join('\n') : ''
  const operation = isRpc ? String(json['method']) : `${method} ${path}`
  const where = isRpc ? `${path} ${operation}` : operation
  const shown = said.length > mostWords ? `${said.slice(0, mostWords)}…` : said
  return {
    key: JSON.stringify([where, task ?? '', said]),
    words: said === '' ? operation : `${operation} “${shown}”`,
    rpcId: isRpc && json['id'] !== undefined ? JSON.stringify(json['id']) : undefined,
  }
}

/** The content of a part, whatever its version calls its kind. */
function partWords(part: unknown): string {
  const { text, kind: _kind, type: _type, metadata: _metadata, ...rest } = asObject(part)
  if (typeof text === 'string') return text
  return JSON.stringify(rest)
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(body))
  } catch {
    return {}
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
