// One request written for another program.

import { bash } from './bash.ts'
import { curlForBash, curlForPowerShell } from './curl.ts'
import { fetchCode } from './fetch.ts'
import { grpcurl } from './grpcurl.ts'
import { httpxCode } from './httpx.ts'
import { javaScriptSdkCode, pythonSdkCode, type SdkCall, sdkCallOf } from './sdk-code.ts'
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
  readonly cardUrl?: string | undefined
  /** How to get the token that is left out: a sentence. */
  readonly tokenFrom?: string | undefined
  /** The descriptor set of the gRPC service, gzip as base64. */
  readonly definitions?: string | undefined
}

/** Undefined where the request cannot be written in this form. */
export function snippetOf(request: SentRequest, form: SnippetForm, facts: SnippetFacts): string | undefined {
  const { comment, write } = forms[form]
  const text = write(request, facts)
  if (text === undefined) return undefined
  const sentences = [facts.tokenFrom, request.clientCertificate && certificateSentence(form)]
  const comments = sentences.flatMap((each) => (each === undefined ? [] : [comment(each)]))
  return [...comments, text].join('\n')
}

/** Not every form has a place for it. */
function certificateSentence(form: SnippetForm): string {
  if (form === 'fetch' || form === 'sdk-js' || form === 'sdk-python')
    return 'The request was sent with a client certificate, which this code has to be given too.'
  return `The client certificate is ${certificateFile}, and its key ${keyFile}.`
}

interface Form {
  comment(sentence: string): string
  write(request: SentRequest, facts: SnippetFacts): string | undefined
}

/** Not every interactive shell supports comments with `#`: a command without effect contains the sentence. */
const shell = (sentence: string) => `: ${bash(sentence)}`
const hash = (sentence: string) => `# ${sentence}`
const slashes = (sentence: string) => `// ${sentence}`

const overHttp =
  (write: (request: SentRequest) => string): Form['write'] =>
  (request) =>
    request.call.binding === 'GRPC' ? undefined : write(request)
const bySdk =
  (write: (call: SdkCall) => string): Form['write'] =>
  (request, { cardUrl }) => {
    const call = cardUrl === undefined ? undefined : sdkCallOf(request, cardUrl)
    return call && write(call)
  }

const forms: Readonly<Record<SnippetForm, Form>> = {
  curl: { comment: shell, write: overHttp(curlForBash) },
  'curl-powershell': { comment: hash, write: overHttp(curlForPowerShell) },
  fetch: { comment: slashes, write: overHttp(fetchCode) },
  httpx: { comment: hash, write: overHttp(httpxCode) },
  grpcurl: {
    comment: shell,
    write: (request, { definitions }) =>
      definitions === undefined ? undefined : grpcurl(request, definitions),
  },
  'sdk-js': { comment: slashes, write: bySdk(javaScriptSdkCode) },
  'sdk-python': { comment: hash, write: bySdk(pythonSdkCode) },
}
