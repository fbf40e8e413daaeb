// A gRPC call as a grpcurl command, for bash. Few servers support reflection, so the command includes the definitions of its
// service.

import { bash, continued } from './bash.ts'
import { certificateFile, keyFile, type SentRequest } from './sent-request.ts'

/** `definitions`: a descriptor set, gzip as base64. Undefined when grpcurl cannot call the address. */
export function grpcurl(
  { url, headers, message = '{}', clientCertificate }: SentRequest,
  definitions: string,
): string | undefined {
  const [, scheme, host = '', path = ''] = /^(https?):\/\/([^/?#]+)\/([^?#]+)$/.exec(url) ?? []
  if (scheme === undefined) return undefined
  const isPlain = scheme === 'http'
  const target = /:\d+$/.test(host) ? host : `${host}:${isPlain ? 80 : 443}`
  return [
    'grpcurl',
    ...(isPlain ? ['-plaintext'] : []),
    ...(clientCertificate ? [`-cert ${certificateFile}`, `-key ${keyFile}`] : []),
    ...headers.filter(([name]) => !ofTheClient.test(name)).map((pair) => `-H ${bash(pair.join(': '))}`),
    `-protoset <(base64 -d <<< ${definitions} | gunzip)`,
    `-d ${bash(message)}`,
    // A host may begin like an option.
    `-- ${bash(target)} ${bash(path)}`,
  ].join(continued)
}

const ofTheClient = /^(content-type|te|user-agent|grpc-.*)$/i
