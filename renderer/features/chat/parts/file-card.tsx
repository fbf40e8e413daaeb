// Facts about a file, and its content.

import { FileText } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { shorten } from '#shared/shorten.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatBytes } from '../../../ui/format.ts'
import type { MenuItem } from '../../../ui/menu.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { FileContent } from './file-content.tsx'
import { fileFacts } from './file-kind.ts'
import { type ByteSource, type Bytes, loadBytes, sizeOf } from './load-bytes.ts'
import { savePart } from './save-part.ts'

interface FileCardProps {
  readonly source: ByteSource
  readonly name: string | undefined
  readonly mediaType: string | undefined
  /** Draws the menu with the actions of this card. */
  menu(items: () => readonly MenuItem[]): React.ReactNode
}

export function FileCard({ source, name, mediaType, menu }: FileCardProps) {
  const [isRequested, setRequested] = useState(false)
  const loaded = useBytes(source, isRequested)
  const bytes = loaded.state === 'loaded' ? loaded.bytes : undefined
  const facts = useMemo(
    () => (bytes ? fileFacts(bytes.subarray(0, 512), mediaType, name) : undefined),
    [bytes, mediaType, name],
  )
  const declared = mediaType ?? 'no type'
  return (
    <div className="row-box segment-first">
      {menu(() => [
        {
          label: 'Save as…',
          disabled: bytes === undefined,
          run: () => bytes && savePart(bytes, name, facts?.type ?? 'application/octet-stream'),
        },
      ])}
      <div className="column shrinks gap-6">
        <p className="file-line line shrinks gap-7 small">
          <FileText size={14} className="dim" />
          <strong className="truncate bold">
            <UntrustedText text={name ?? 'file'} limit={200} />
          </strong>
          <span className="dim truncate">
            <UntrustedText text={declared} limit={100} /> · {formatBytes(bytes?.length ?? sizeOf(source))}
          </span>
        </p>
        {facts?.contradicts && (
          <p className="notice warning">
            <span>
              Declared as {shorten(declared)}, but the bytes are {facts.sniffed}.
            </span>
          </p>
        )}
        {loaded.state === 'bad' && (
          <p className="notice">
            <span>The file’s base64 can’t be decoded. “Raw” shows what was received.</span>
          </p>
        )}
        {loaded.state === 'waiting' && (
          <p className="flex gap-6">
            <Button onClick={() => setRequested(true)}>Load {formatBytes(sizeOf(source))}</Button>
          </p>
        )}
        {loaded.state === 'loading' && <p className="faint">Loading…</p>}
        {bytes && facts && <FileContent bytes={bytes} facts={facts} name={name ?? 'file'} />}
        {bytes && (facts?.kind === 'pdf' || facts?.kind === 'other') && (
          <CardFoot bytes={bytes} name={name} sniffed={facts.sniffed} type={facts.type} />
        )}
      </div>
    </div>
  )
}

interface CardFootProps {
  readonly bytes: Bytes
  readonly name: string | undefined
  readonly sniffed: string | undefined
  readonly type: string
}

/** For a file that is not drawn: facts to identify it, and a button to save it. */
function CardFoot({ bytes, name, sniffed, type }: CardFootProps) {
  const [hash, setHash] = useState<string>()
  useEffect(() => {
    let gone = false
    void crypto.subtle.digest('SHA-256', bytes).then((digest) => {
      if (!gone)
        setHash([...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    })
    return () => {
      gone = true
    }
  }, [bytes])
  return (
    <>
      <dl className="file-facts">
        <dt>Detected</dt>
        <dd>{sniffed ?? 'unknown format'}</dd>
        <dt>SHA-256</dt>
        <dd className="mono">{hash ?? '…'}</dd>
      </dl>
      <p className="flex gap-6">
        <Button onClick={() => savePart(bytes, name, type)}>Save as…</Button>
      </p>
    </>
  )
}

type Loaded =
  | { readonly state: 'waiting' }
  | { readonly state: 'loading' }
  | { readonly state: 'bad' }
  | { readonly state: 'loaded'; readonly bytes: Bytes }

/** Of a file that is decoded when it scrolls into sight; a larger one waits for a press. */
const maxUnaskedBytes = 8_000_000

function useBytes(source: ByteSource, isRequested: boolean): Loaded {
  const { client } = useEngine()
  const [loaded, setLoaded] = useState<Loaded>({ state: 'waiting' })
  const mustLoad = isRequested || sizeOf(source) <= maxUnaskedBytes
  const key =
    source.kind === 'base64' ? source.text : `${source.hash} ${source.kind === 'far' ? source.offset : ''}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the source
  useEffect(() => {
    if (!mustLoad) return
    const stop = new AbortController()
    setLoaded({ state: 'loading' })
    loadBytes(client, source, stop.signal)
      .then((bytes) => {
        if (!stop.signal.aborted) setLoaded(bytes ? { state: 'loaded', bytes } : { state: 'bad' })
      })
      .catch(() => {
        if (!stop.signal.aborted) setLoaded({ state: 'bad' })
      })
    return () => stop.abort()
  }, [client, key, mustLoad])
  return loaded
}
