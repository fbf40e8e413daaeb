// The operation of an exchange as a program with the official SDK, as a start for further code: both SDKs accept 1.0's request
// messages as JSON.

import { agentSideOf } from '../a2a/agent-side.ts'
import { dialectOf } from '../a2a/dialects.ts'
import type { JsonObject, JsonValue } from '../a2a/model.ts'
import { isStreaming, type OperationKind } from '../a2a/operation.ts'
import type { RawHeaders } from '../record/entry.ts'
import { wireCallOf } from '../record/wire-call-of.ts'
import { asAscii, stringLiteral } from './fetch.ts'
import { python } from './httpx.ts'
import { type SentRequest, sentText } from './sent-request.ts'

export interface SdkCall {
  readonly base: string
  readonly cardPath: string
  readonly binding: 'JSONRPC' | 'HTTP+JSON'
  /** Before 1.0: the SDKs use their compatibility layer for such an agent. */
  readonly isOld: boolean
  readonly operation: OperationKind
  readonly message: string
  readonly javaScript: string
  readonly python: string
  readonly streams: boolean
  readonly params: JsonObject
  /** Headers that the SDK would not send itself. */
  readonly headers: RawHeaders
}

type Names = readonly [message: string, javaScript: string, python: string]

/** The SDKs have no call for the extended card. */
const names: Readonly<Partial<Record<OperationKind, Names>>> = {
  send: ['SendMessageRequest', 'sendMessage', 'send_message'],
  stream: ['SendMessageRequest', 'sendMessageStream', 'send_message'],
  get: ['GetTaskRequest', 'getTask', 'get_task'],
  list: ['ListTasksRequest', 'listTasks', 'list_tasks'],
  cancel: ['CancelTaskRequest', 'cancelTask', 'cancel_task'],
  subscribe: ['SubscribeToTaskRequest', 'resubscribeTask', 'subscribe'],
  'push-create': [
    'TaskPushNotificationConfig',
    'createTaskPushNotificationConfig',
    'create_task_push_notification_config',
  ],
  'push-get': [
    'GetTaskPushNotificationConfigRequest',
    'getTaskPushNotificationConfig',
    'get_task_push_notification_config',
  ],
  'push-list': [
    'ListTaskPushNotificationConfigsRequest',
    'listTaskPushNotificationConfig',
    'list_task_push_notification_configs',
  ],
  'push-delete': [
    'DeleteTaskPushNotificationConfigRequest',
    'deleteTaskPushNotificationConfig',
    'delete_task_push_notification_config',
  ],
}

const own = /^(content-type|accept|a2a-version|x-a2a-version|user-agent|accept-encoding)$/i

/** Undefined for operations without a call in the SDKs; over gRPC they need a channel, which takes more than a line. */
export function sdkCallOf(request: SentRequest, cardUrl: string): SdkCall | undefined {
  const { call, headers } = request
  const { binding, dialect } = call
  const [, base, cardPath] = /^(https?:\/\/[^/]+)(\/.*)$/i.exec(cardUrl) ?? []
  if (
    dialect === undefined ||
    base === undefined ||
    cardPath === undefined ||
    (binding !== 'JSONRPC' && binding !== 'HTTP+JSON')
  )
    return undefined
  const written = wireCallOf(request, sentText(request))
  const operation = written && agentSideOf(dialect).decodeOperation(written)
  const named = operation && names[operation.kind]
  const encoded = operation && dialectOf('1.0').encode(operation, 'JSONRPC')
  if (operation === undefined || named === undefined || encoded?.binding !== 'JSONRPC') return undefined
  const [message, javaScript, python] = named
  return {
    base,
    cardPath,
    binding,
    isOld: !dialect.startsWith('1.'),
    operation: operation.kind,
    message,
    javaScript,
    python,
    streams: isStreaming(operation.kind),
    params: encoded.params ?? {},
    headers: headers.filter(([name]) => !own.test(name)),
  }
}

export function javaScriptSdkCode(call: SdkCall): string {
  const { base, cardPath, binding, isOld, message, javaScript, streams, params, headers } = call
  const options =
    headers.length === 0 ? '' : `, { serviceParameters: ${indented(Object.fromEntries(headers))} }`
  const transport = binding === 'JSONRPC' ? 'JsonRpcTransportFactory' : 'RestTransportFactory'
  const compat = isOld ? '{ legacyCompat: { enabled: true } }' : ''
  const factory = [
    'const factory = new ClientFactory({',
    `  transports: [new ${transport}(${compat})],`,
    ...(isOld ? [`  cardResolver: new DefaultAgentCardResolver(${compat}),`] : []),
    '})',
  ]
  const imported = ['ClientFactory', ...(isOld ? ['DefaultAgentCardResolver'] : []), transport]
  const callText = `client.${javaScript}(request${options})`
  return [
    '// npm install @a2a-js/sdk',
    `import { ${message} } from '@a2a-js/sdk'`,
    `import { ${imported.join(', ')} } from '@a2a-js/sdk/client'`,
    '',
    ...factory,
    `const client = await factory.createFromUrl(${stringLiteral(base)}, ${stringLiteral(cardPath)})`,
    `const request = ${message}.fromJSON(${indented(params)})`,
    ...(streams
      ? [`for await (const event of ${callText}) {`, '  console.log(JSON.stringify(event))', '}']
      : [`console.log(JSON.stringify(await ${callText}))`]),
  ].join('\n')
}

export function pythonSdkCode(call: SdkCall): string {
  const { base, cardPath, binding, operation, message, python: method, streams, params, headers } = call
  const iterates = streams || operation === 'send'
  const context = headers.length === 0 ? '' : ', context=context'
  const callText = `client.${method}(request${context})`
  return [
    '# pip install a2a-sdk',
    'import asyncio',
    '',
    `from a2a.client import ClientConfig, create_client${headers.length === 0 ? '' : ', ClientCallContext'}`,
    `from a2a.types import ${message}`,
    'from google.protobuf.json_format import ParseDict',
    '',
    '',
    'async def main():',
    `    config = ClientConfig(streaming=${streams ? 'True' : 'False'}, supported_protocol_bindings=[${python(binding)}])`,
    `    request = ParseDict(${pythonValue(params, '    ')}, ${message}())`,
    ...(headers.length === 0
      ? []
      : [
          `    context = ClientCallContext(service_parameters=${pythonValue(Object.fromEntries(headers), '    ')})`,
        ]),
    `    async with await create_client(${python(base)}, config, relative_card_path=${python(cardPath)}) as client:`,
    ...(iterates
      ? [`        async for event in ${callText}:`, '            print(event)']
      : [`        print(await ${callText})`]),
    '',
    '',
    'asyncio.run(main())',
  ].join('\n')
}

function indented(value: JsonValue): string {
  return asAscii(JSON.stringify(value, null, 2))
}

function pythonValue(value: JsonValue, indent: string): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return python(value)
  const inner = `${indent}    `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const items = Array.isArray(value)
    ? value.map((item) => `${inner}${pythonValue(item, inner)},`)
    : Object.entries(value).map(([name, item]) => `${inner}${python(name)}: ${pythonValue(item, inner)},`)
  return items.length === 0 ? `${open}${close}` : [open, ...items, `${indent}${close}`].join('\n')
}
