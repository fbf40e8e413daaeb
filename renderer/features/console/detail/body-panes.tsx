import { useMemo } from 'react'
import { type HoverSchema, hoverSchemaOf } from '#shared/a2a/hover-schema.ts'
import type { Body, RequestEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { marksOf } from '../../../editor/finding-marks.ts'
import { formatBytes } from '../../../ui/format.ts'
import type { ExchangeParts } from '../exchange-parts.ts'
import { decodeRequest, decodeResponse } from '../exchange-parts.ts'
import { BodyView } from './body-view.tsx'
import { FailureNotice } from './heads-view.tsx'

interface BodyPaneProps {
  readonly parts: ExchangeParts
  readonly reveal: { readonly pointer: string } | undefined
}

export function RequestBody({ parts: { request, webhook }, reveal }: BodyPaneProps) {
  const entry = request ?? webhook
  const marks = useMemo(() => marksOf(entry?.findings ?? []), [entry])
  if (!entry?.body) return <p className="dim py-10 px-12">The request has no body.</p>
  const decode = (text: string) =>
    entry.kind === 'webhook' ? decodeResponse(entry, undefined, undefined, text) : decodeRequest(entry, text)
  const readable = entry.kind === 'request' ? entry.decoded : undefined
  const decodes = entry.kind === 'webhook' || entry.call.dialect !== undefined
  return (
    <BodyView
      name="Request body"
      body={entry.body}
      readable={readable}
      marks={marks}
      reveal={reveal}
      schema={schemaOf(entry.kind === 'request' ? entry : undefined, 'request')}
      {...(decodes && { decode })}
    />
  )
}

interface ResponseBodyProps extends BodyPaneProps {
  readonly row: ExchangeRow
}

export function ResponseBody({ row, parts, reveal }: ResponseBodyProps) {
  const { request, response, close, webhook } = parts
  const marks = useMemo(() => marksOf(close?.findings ?? []), [close])
  const decodes = close?.kind === 'end' && request?.call.operation !== undefined
  const packed = close?.encodedBody
  return (
    <div className="body-pane column full-height">
      {close?.kind === 'failure' && <FailureNotice failure={close} />}
      {packed && (
        <p className="dim py-10 px-12">
          It was sent compressed, as {formatBytes(packed.sizeBytes)}
          {close?.body ? '; shown here decompressed.' : '.'}
        </p>
      )}
      {close?.body ? (
        <BodyView
          name="Response body"
          body={close.body}
          marks={marks}
          reveal={reveal}
          schema={schemaOf(request, 'answer')}
          {...(decodes && {
            decode: (text: string) => decodeResponse(close, request, response?.status, text),
          })}
        />
      ) : (
        <p className="dim py-10 px-12">
          {whyNoBody(row, webhook !== undefined && !webhook.via, close?.leftover)}
        </p>
      )}
      {close?.leftover && <BodyView name="Leftover" body={close.leftover} />}
    </div>
  )
}

export function schemaOf(
  request: RequestEntry | undefined,
  side: 'request' | 'answer',
): HoverSchema | undefined {
  const { dialect, binding } = request?.call ?? {}
  return dialect && binding && hoverSchemaOf(dialect, binding, side)
}

function whyNoBody(row: ExchangeRow, webhook: boolean, leftover: Body | undefined): string {
  if (webhook) return `Parley answered ${row.status} without a body.`
  if (row.frames > 0) {
    const events = 'The response is a stream. Its events are in the tab Events.'
    return leftover ? `${events} Left over at its end:` : events
  }
  if (leftover) return 'Received without a complete event or message:'
  if (row.state === 'open') return 'No response yet.'
  return row.status === undefined ? 'No response was received.' : 'The response has no body.'
}
