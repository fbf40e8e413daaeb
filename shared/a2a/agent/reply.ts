// The agent's end of decoding: results, events, webhook bodies and errors as one dialect's JSON, without any
// JSON-RPC envelope.

import { defined } from '../../defined.ts'
import { type DialectId, isOneZero, type Result } from '../dialect.ts'
import { errorByCode } from '../error-codes.ts'
import type { AgentError, Binding, JsonObject, JsonValue, PushConfig, Update } from '../model.ts'
import { encodeCard } from '../write/card.ts'
import { createObjectWriter, type ObjectWriter } from '../write/objects.ts'
import {
  flatPushConfig,
  innerPushConfig,
  innerPushConfig01,
  innerPushConfigRc,
  namedPushConfig,
} from '../write/push-config.ts'
import { over, type Spelling, spelling01, spelling03, spelling10, spellingProto } from '../write/spelling.ts'

export function writerOf(dialect: DialectId): ObjectWriter {
  return createObjectWriter(spellingOf(dialect))
}

function spellingOf(dialect: DialectId): Spelling {
  switch (dialect) {
    case '0.1':
      return spelling01
    case '0.2':
    case '0.3':
    case '0.3-schema':
      return spelling03
    case '0.3-proto':
      return spellingProto
    case '1.0-rc':
    case '1.0':
      return spelling10
  }
}

export function encodeResult(dialect: DialectId, writer: ObjectWriter, result: Result): JsonValue {
  switch (result.kind) {
    case 'update':
      return writer.update(result.update)
    case 'task':
      return writer.task(result.task)
    case 'tasks': {
      const tasks = result.page.tasks.map((task) => writer.task(task))
      if (!isOneZero(dialect)) return tasks
      const { nextPageToken, pageSize, totalSize, extra } = result.page
      return over(extra, { tasks, nextPageToken, pageSize, totalSize })
    }
    case 'push-config':
      return encodePushConfig(dialect, result.config)
    case 'push-configs': {
      const configs = result.page.configs.map((config) => encodePushConfig(dialect, config))
      if (dialect !== '0.3-proto' && !isOneZero(dialect)) return configs
      return over(result.page.extra, { configs, nextPageToken: result.page.nextPageToken })
    }
    case 'card':
      return encodeCard(dialect, result.card)
    case 'nothing':
      return null
  }
}

/** 0.x sends the schema-shaped object whatever the agent's own binding is (PROTOCOL 6.2). */
export function encodeWebhookBody(dialect: DialectId, update: Update): JsonObject {
  return writerOf(dialect === '0.3-proto' ? '0.3' : dialect).update(update)
}

function encodePushConfig(dialect: DialectId, config: PushConfig): JsonObject {
  const { taskId } = config
  switch (dialect) {
    case '1.0':
      return flatPushConfig(config)
    case '1.0-rc':
      return defined({ id: config.id, taskId, pushNotificationConfig: innerPushConfigRc(config) })
    case '0.3-proto':
      return namedPushConfig(config)
    case '0.1':
      return defined({ id: taskId, pushNotificationConfig: innerPushConfig01(config) })
    case '0.2':
    case '0.3':
    case '0.3-schema':
      return defined({ taskId, pushNotificationConfig: innerPushConfig(config) })
  }
}

export interface EncodedError {
  readonly httpStatus: number
  readonly body: JsonObject
}

/** The JSON-RPC `error` object, or a REST body and status: AIP-193 in 1.0, `{code,message}` in 0.3 (PROTOCOL 4.4). */
export function encodeError(dialect: DialectId, binding: Binding, error: AgentError): EncodedError {
  const { code, message, data } = error
  if (binding === 'JSONRPC')
    return { httpStatus: 200, body: defined({ code: code ?? -32603, message, data }) }
  const errorCode = code === undefined ? undefined : errorByCode(code)
  const httpStatus = error.httpStatus ?? errorCode?.http ?? 500
  if (!isOneZero(dialect)) return { httpStatus, body: defined({ code, message, data }) }
  const reason = error.reason ?? errorCode?.reason
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: reason ?? '',
    domain: 'a2a-protocol.org',
  }
  const details = data ?? (reason === undefined ? undefined : [info])
  const status = errorCode?.grpc ?? 'UNKNOWN'
  return { httpStatus, body: { error: defined({ code: httpStatus, status, message, details }) } }
}
