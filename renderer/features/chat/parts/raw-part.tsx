// The JSON of a part on the wire.

import { skipToken, useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import type { EngineClient } from '#shared/contract/contract.ts'
import { layingOut } from '#shared/json/json-layout.ts'
import { findValueText } from '#shared/json/json-piece.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { Body, Entry } from '#shared/record/entry.ts'
import type { EntryRef } from '#shared/story/chat/segment.ts'
import { type PartOrigin, partPointer } from '#shared/story/part-on-wire.ts'
import { useEngine } from '../../../host/engine.tsx'
import { takeSteps } from '../../../record/slices.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { formatBytes, formatCount } from '../../../ui/format.ts'
import { MarkedText } from '../../../ui/untrusted-text.tsx'
import type { Named } from '../use-conversation.ts'
import { loadBytes } from './load-bytes.ts'
import { savePart } from './save-part.ts'

/** Of a body that is read with its files to show a part; in a larger one their base64 is a mark with its length. */
const maxWholePartBytes = 4 * 1024 * 1024

/** The segment whose parts are shown. */
export const useRawPart = create<{ readonly shown?: Named | undefined }>(() => ({}))

/** Pieces of a text shown as JSON, which reports how many there are. */
const maxRawParts = 20
/** Of a part's JSON, which reports how long it is. */
const maxRawPartChars = 100_000

export function RawPartDialog() {
  const { client } = useEngine()
  const { shown: requested } = useRawPart()
  const { data, error } = useQuery({
    queryKey: ['raw-part', requested],
    queryFn: requested ? () => readRawParts(client, requested) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (!requested) return null
  const rawParts = (data?.parts ?? []).filter((part) => part !== undefined)
  const json = rawParts.map((part) => part.json).join('\n')
  return (
    <Dialog
      title="The part as JSON"
      wide
      onClose={close}
      actions={
        <>
          <Button
            disabled={rawParts.length === 0}
            onClick={() => savePart(json, 'part.json', 'application/json')}
          >
            Save as…
          </Button>
          <Button disabled={rawParts.length === 0} onClick={() => void navigator.clipboard.writeText(json)}>
            Copy
          </Button>
        </>
      }
    >
      <Problem error={error} />
      {!data && !error && <p className="dim">Reading the record…</p>}
      {data && rawParts.length < data.parts.length && (
        <p className="notice">The original is not in the record.</p>
      )}
      {rawParts.map((part) => (
        <RawPiece key={`${part.place.seq}${part.pointer}`} part={part} onLeave={close} />
      ))}
      {data && data.count > data.parts.length && (
        <p className="dim">
          The first {data.parts.length} of {formatCount(data.count)} chunks. The console has them all.
        </p>
      )}
    </Dialog>
  )
}

function close(): void {
  useRawPart.setState({ shown: undefined })
}

async function readRawParts(client: EngineClient, requested: Named) {
  const { parts = [], count = 0 } = (await client.story.segment(requested)) ?? {}
  const read = await Promise.all(parts.slice(0, maxRawParts).map((part) => readRawPart(client, part)))
  return { parts: read, count }
}

function RawPiece({ part, onLeave }: { readonly part: RawPart; onLeave(): void }) {
  const { place, pointer, json, decoded } = part
  function show(): void {
    onLeave()
    showOnWire(place.exchangeId, place.seq)
  }
  return (
    <section className="raw-piece">
      <p className="dim">
        {pointer === undefined ? (
          'Couldn’t tell which part this is, so everything received with it is shown.'
        ) : (
          <span className="mono">{pointer}</span>
        )}
        {decoded && ' · Sent as Protobuf; this is the JSON it decodes to.'}{' '}
        <LinkButton onClick={show}>Show request</LinkButton>
      </p>
      <pre className="raw-part verbatim mt-4">
        <MarkedText text={json.slice(0, maxRawPartChars)} />
      </pre>
      {json.length > maxRawPartChars && (
        <p className="dim">
          The first {formatBytes(maxRawPartChars)} of {formatBytes(json.length)}. Save it to see the rest.
        </p>
      )}
    </section>
  )
}

// The JSON of a part from the recorded entry; only its white space is changed.

interface PartToShow extends PartOrigin {
  readonly place: EntryRef
}

interface RawPart {
  readonly place: EntryRef
  /** Absent where the part is not identified: `json` is the whole body then. */
  readonly pointer?: string
  readonly json: string
  /** The wire had protobuf: this is its ProtoJSON. */
  readonly decoded: boolean
}

async function readRawPart(
  client: EngineClient,
  { place, ...origin }: PartToShow,
): Promise<RawPart | undefined> {
  const { exchangeId, seq } = place
  const { entries } = await client.record.exchange({ exchangeId, after: seq - 1, limit: 1 })
  const content = entries[0] && contentOf(entries[0])
  const text = content && (await textOf(client, content.body))
  if (text === undefined) return undefined
  const decoded = content?.decoded ?? false
  const document = parsedJson(text)
  const pointer = document === undefined ? undefined : partPointer(document, origin)
  const piece = pointer === undefined ? undefined : await takeSteps(findValueText(text, pointer))
  if (pointer === undefined || piece === undefined) {
    return { place, json: (await takeSteps(layingOut(text))) ?? text, decoded }
  }
  return { place, pointer, json: (await takeSteps(layingOut(piece))) ?? piece, decoded }
}

function contentOf(entry: Entry): { readonly body: Body; readonly decoded: boolean } | undefined {
  switch (entry.kind) {
    case 'request': {
      const body = entry.decoded ?? entry.body
      return body && { body, decoded: entry.decoded !== undefined }
    }
    case 'frame':
      return { body: entry.data ?? entry.raw, decoded: entry.framing === 'grpc' }
    case 'end':
    case 'failure':
    case 'webhook':
      return entry.body && { body: entry.body, decoded: false }
    case 'response':
    case 'redirect':
    case 'note':
      return undefined
  }
}

async function textOf(client: EngineClient, { text, hash, sizeBytes }: Body): Promise<string | undefined> {
  if (text !== undefined || hash === undefined) return text
  if (sizeBytes > maxWholePartBytes) {
    const secret = crypto.randomUUID()
    const shortened = await client.record.shortened({ hash, secret })
    const mark = new RegExp(`${secret}\\.[0-9a-f]+\\.\\d+\\.(\\d+)`, 'g')
    return shortened.text?.replaceAll(mark, (_mark, length) => `… ${length} characters of base64 …`)
  }
  const bytes = await loadBytes(client, { kind: 'body', hash, sizeBytes })
  return bytes && new TextDecoder().decode(bytes)
}
