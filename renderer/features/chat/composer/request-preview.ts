// A draft as its request, for a preview before it is sent.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { httpRequestOf } from '#shared/a2a/http-request.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { sendOperation } from '#shared/a2a/send-operation.ts'
import type { Connection } from '#shared/contract/card.ts'
import type { ConnectionSettings } from '#shared/contract/connection-settings.ts'
import type { SendRequest } from '#shared/contract/conversation.ts'
import { defined } from '#shared/defined.ts'
import { formatBytes } from '../../../ui/format.ts'

export interface RequestPreview {
  readonly head: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** In the agent's own dialect. Undefined when its version has no such call. */
export function previewOf(
  request: SendRequest & { readonly messageId: string },
  { dialect, binding, interface: { url, tenant } }: Connection,
  settings: Pick<ConnectionSettings, 'extensions' | 'fileBytes'>,
  withPush: boolean,
): RequestPreview | undefined {
  const extensions = [...new Set([...settings.extensions, ...(request.extensions ?? [])])]
  const push = withPush && { push: { id: 'generated on send', url: 'generated on send' } }
  const call = dialectOf(dialect).encode(sendOperation({ ...request, ...push }, request.messageId), binding, {
    ...defined({ tenant }),
    ...(extensions.length > 0 && { extensions }),
    ...defined({ fileBytes: settings.fileBytes }),
  })
  if (!call) return undefined
  if (call.binding === 'GRPC') {
    return { head: `${call.service}/${call.method}`, headers: call.headers, body: shown(call.message) }
  }
  const { method, url: to, headers, body } = httpRequestOf(call, url, [], 'generated on send')
  return { head: `${method} ${to}`, headers, body: shown(body ?? null) }
}

/** Of each text in the request while it is written, with its length behind it; it is sent whole. */
const maxDraftTextChars = 600

function shown(body: JsonValue): string {
  return JSON.stringify(
    body,
    (_name, value) =>
      typeof value === 'string' && value.length > maxDraftTextChars
        ? `${value.slice(0, maxDraftTextChars)}… (${formatBytes(value.length)} in all)`
        : value,
    2,
  )
}
