// One request written for another program.

import { curlForBash, curlForPowerShell } from './curl.ts'
import { fetchCode } from './fetch.ts'
import { httpxCode } from './httpx.ts'
import { sdkCallOf } from './sdk-call.ts'
import { javaScriptSdkCode, pythonSdkCode } from './sdk-code.ts'
import type { SentRequest } from './sent-request.ts'

export const snippetForms = ['curl', 'curl-powershell', 'fetch', 'httpx', 'sdk-js', 'sdk-python'] as const
export type SnippetForm = (typeof snippetForms)[number]

/** Undefined where the request cannot be written so. `cardUrl` is where the agent's card was. */
export function snippetOf(
  request: SentRequest,
  form: SnippetForm,
  cardUrl: string | undefined,
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
    case 'sdk-js':
    case 'sdk-python': {
      const call = cardUrl === undefined ? undefined : sdkCallOf(request, cardUrl)
      if (call === undefined) return undefined
      return form === 'sdk-js' ? javaScriptSdkCode(call) : pythonSdkCode(call)
    }
  }
}
