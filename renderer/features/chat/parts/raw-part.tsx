// A part as its JSON on the wire, for whoever does not believe the picture.

import { skipToken, useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useEngine } from '../../../host/engine.tsx'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatBytes, formatCount } from '../../../ui/format.ts'
import { Problem } from '../../../ui/problem.tsx'
import { MarkedText } from '../../../ui/untrusted-text.tsx'
import type { Named } from '../use-conversation.ts'
import { type RawPart, readRawPart } from './read-raw-part.ts'
import { savePart } from './save-part.ts'

/** A segment, for the parts it was made of. */
export const useRawPart = create<{ readonly wanted?: Named | undefined }>(() => ({}))

/** Pieces of a text shown as JSON, which says how many there are. */
const maxRawParts = 20
/** Of a part's JSON, which says how long it is. */
const maxRawPartChars = 100_000

export function RawPartDialog() {
  const { client } = useEngine()
  const { wanted } = useRawPart()
  const { data, error } = useQuery({
    queryKey: ['raw-part', wanted],
    queryFn: wanted ? () => readRawParts(client, wanted) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (!wanted) return null
  const found = (data?.parts ?? []).filter((part) => part !== undefined)
  const json = found.map((part) => part.json).join('\n')
  return (
    <Dialog
      title="The part as JSON"
      wide
      onClose={close}
      actions={
        <>
          <Button
            disabled={found.length === 0}
            onClick={() => savePart(json, 'part.json', 'application/json')}
          >
            Save as…
          </Button>
          <Button disabled={found.length === 0} onClick={() => void navigator.clipboard.writeText(json)}>
            Copy
          </Button>
        </>
      }
    >
      <Problem error={error} />
      {!data && !error && <p className="muted">Reading the record…</p>}
      {data && found.length < data.parts.length && (
        <p className="notice">The original is not in the record.</p>
      )}
      {found.map((part) => (
        <RawPiece key={`${part.place.seq}${part.pointer}`} part={part} onLeave={close} />
      ))}
      {data && data.count > data.parts.length && (
        <p className="muted">
          The first {data.parts.length} of {formatCount(data.count)} chunks. The console has them all.
        </p>
      )}
    </Dialog>
  )
}

function close(): void {
  useRawPart.setState({ wanted: undefined })
}

async function readRawParts(client: EngineClient, wanted: Named) {
  const { parts = [], count = 0 } = (await client.story.segment(wanted)) ?? {}
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
      <p className="muted">
        {pointer === undefined ? (
          'Couldn’t tell which part this is, so everything received with it is shown.'
        ) : (
          <span className="mono">{pointer}</span>
        )}
        {decoded && ' · Sent as Protobuf; this is the JSON it decodes to.'}{' '}
        <LinkButton onClick={show}>Show request</LinkButton>
      </p>
      <pre className="raw-part">
        <MarkedText text={json.slice(0, maxRawPartChars)} />
      </pre>
      {json.length > maxRawPartChars && (
        <p className="muted">
          The first {formatBytes(maxRawPartChars)} of {formatBytes(json.length)}. Save it to see the rest.
        </p>
      )}
    </section>
  )
}
