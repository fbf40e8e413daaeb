// One request written for another program.

import { bash } from './bash.ts'
import { curlForBash, curlForPowerShell } from './curl.ts'
import { fetchCode } from './fetch.ts'
import { grpcurl } from './grpcurl.ts'
import { httpxCode } from './httpx.ts'
import { sdkCallOf } from './sdk-call.ts'
import { javaScriptSdkCode, pythonSdkCode } from './sdk-code.ts'
import { certificateFile, keyFile, type SentRequest } from './sent-request.ts'

export const snippetForms = [
  'curl',
  'curl-powershell',
  'fetch',
  'httpx',
  'grpcurl',
  'sdk-js',
  'sdk-python',
] as const
export type SnippetForm = (typeof snippetForms)[number]

export interface SnippetFacts {
  /** Where the agent's card was. */
  readonly cardUrl?: string | undefined
  /** Where the token comes from that is left out: a sentence. */
  readonly tokenFrom?: string | undefined
  /** The descriptor set of the gRPC service that was called: gzip, as base64. */
  readonly definitions?: string | undefined
}

/** Undefined where the request cannot be written so. */
export function snippetOf(request: SentRequest, form: SnippetForm, facts: SnippetFacts): string | undefined {
  const text = bareSnippet(request, form, facts)
  if (text === undefined) return undefined
  const sentences = [facts.tokenFrom, request.clientCertificate && certificateSentence(form)]
  const comments = sentences.flatMap((each) => (each === undefined ? [] : [comment(form, each)]))
  return [...comments, text].join('\n')
}

/** Not every form has a place for it. */
function certificateSentence(form: SnippetForm): string {
  if (form === 'fetch' || form === 'sdk-js' || form === 'sdk-python')
    return 'The request was sent with a client certificate, which this code has to be given too.'
  return `The client certificate is ${certificateFile}, and its key ${keyFile}.`
}

/** In shells for people a `#` begins no comment everywhere: a command that does nothing says it. */
function comment(form: SnippetForm, sentence: string): string {
  switch (form) {
    case 'curl':
    case 'grpcurl':
      return `: ${bash(sentence)}`
    case 'curl-powershell':
    case 'httpx':
    case 'sdk-python':
      return `# ${sentence}`
    case 'fetch':
    case 'sdk-js':
      return `// ${sentence}`
  }
}

function bareSnippet(
  request: SentRequest,
  form: SnippetForm,
  { cardUrl, definitions }: SnippetFacts,
): string | undefined {
  const isHttp = request.call.binding !== 'GRPC'
  switch (form) {
    case 'curl':
      return isHttp ? curlForBash(request) : undefined
    case 'curl-powershell':
      return isHttp ? curlForPowerShell(request) : undefined
    case 'fetch':
      return isHttp ? fetchCode(request) : undefined
    case 'httpx':
      return isHttp ? httpxCode(request) : undefined
    case 'grpcurl':
      return definitions === undefined ? undefined : grpcurl(request, definitions)
    case 'sdk-js':
    case 'sdk-python': {
      const call = cardUrl === undefined ? undefined : sdkCallOf(request, cardUrl)
      if (call === undefined) return undefined
      return form === 'sdk-js' ? javaScriptSdkCode(call) : pythonSdkCode(call)
    }
  }
}
