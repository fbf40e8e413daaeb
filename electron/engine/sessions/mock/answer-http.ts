// Gives a recorded HTTP answer once more: the same head, the same bytes frame by frame. Only the id of a JSON-RPC call is
// another one each time.

import { isUtf8 } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import type { Body, Entry, RawHeaders } from '#shared/record/entry.ts'
import { wholeBody } from '../../store/whole-body.ts'
import type { Masking } from '../file/body-lines.ts'
import { drained } from './drained.ts'
import type { MockOptions } from './recorded-calls.ts'

interface HttpAnswer {
  /** Of every body and frame. */
  change(text: string): string
  readonly gone: AbortSignal
}

export function answerOverHttp(
  { record, mask }: Pick<MockOptions, 'record' | 'mask'>,
  response: ServerResponse,
  { change, gone }: HttpAnswer,
) {
  const send = async (body: Body | undefined): Promise<void> => {
    if (body === undefined || gone.aborted) return
    const bytes = mask.bytes(Buffer.from(wholeBody(record, body)))
    const content = isUtf8(bytes) ? change(bytes.toString('utf8')) : bytes
    if (content.length > 0 && !response.write(content)) await drained(response, gone)
  }
  const cut = () => void response.destroy()

  return {
    cut,
    async tell(entry: Entry): Promise<boolean> {
      switch (entry.kind) {
        case 'response':
          response.writeHead(entry.status, mask.text(entry.statusText), headersOf(entry.headers, mask))
          response.flushHeaders()
          return true
        case 'frame':
          await send(entry.raw)
          return true
        case 'end':
          await send(entry.body)
          await send(entry.leftover)
          response.end()
          return false
        case 'failure':
          await send(entry.body)
          await send(entry.leftover)
          // It was the recording side that had heard enough.
          if (entry.failure === 'aborted' && response.headersSent) response.end()
          else cut()
          return false
        case 'request':
        case 'redirect':
        case 'webhook':
        case 'note':
          return true
      }
    },
  }
}

/** Of this connection, not of the answer; and bodies are kept unpacked. */
const notAgain =
  /^(connection|keep-alive|transfer-encoding|content-length|content-encoding|date|trailer|upgrade)$/i

/** The mark of a secret is no name of a header: one that had a secret in its name is left out. */
function headersOf(headers: RawHeaders, { text }: Masking): string[] {
  return headers
    .filter(([name]) => !notAgain.test(name) && headerName.test(text(name)))
    .flatMap(([name, value]) => [name, text(value)])
}

/** RFC 9110 §5.6.2. */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Puts the caller's id in the place of the recorded one. Everything else stays as it was, byte for byte. */
export function idChange(recorded: string | undefined, asked: string | undefined): (text: string) => string {
  if (recorded === undefined || asked === undefined || recorded === asked) return (text) => text
  const pattern = new RegExp(`("id"\\s*:\\s*)${recorded.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=[\\s,}])`)
  return (text) => text.replace(pattern, (_, before: string) => before + asked)
}
