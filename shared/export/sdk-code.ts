// The same call as a program with the official SDK, for who wants to go on from there.

import type { JsonValue } from '../a2a/model.ts'
import { asAscii, stringLiteral } from './fetch.ts'
import { python } from './httpx.ts'
import type { SdkCall } from './sdk-call.ts'

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
  const asked = `client.${javaScript}(request${options})`
  return [
    '// npm install @a2a-js/sdk',
    `import { ${message} } from '@a2a-js/sdk'`,
    `import { ${imported.join(', ')} } from '@a2a-js/sdk/client'`,
    '',
    ...factory,
    `const client = await factory.createFromUrl(${stringLiteral(base)}, ${stringLiteral(cardPath)})`,
    `const request = ${message}.fromJSON(${indented(params)})`,
    ...(streams
      ? [`for await (const event of ${asked}) {`, '  console.log(JSON.stringify(event))', '}']
      : [`console.log(JSON.stringify(await ${asked}))`]),
  ].join('\n')
}

export function pythonSdkCode(call: SdkCall): string {
  const { base, cardPath, binding, operation, message, python: method, streams, params, headers } = call
  const iterates = streams || operation === 'send'
  const context = headers.length === 0 ? '' : ', context=context'
  const asked = `client.${method}(request${context})`
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
      ? [`        async for event in ${asked}:`, '            print(event)']
      : [`        print(await ${asked})`]),
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
