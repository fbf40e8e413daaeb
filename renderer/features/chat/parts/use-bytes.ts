import { useEffect, useState } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { type ByteSource, type Bytes, loadBytes, sizeOf } from './load-bytes.ts'

export type Loaded =
  | { readonly state: 'waiting' }
  | { readonly state: 'loading' }
  | { readonly state: 'bad' }
  | { readonly state: 'loaded'; readonly bytes: Bytes }

/** Of a file that is decoded when it comes into sight; a larger one waits for a press. */
const maxUnaskedBytes = 8_000_000

export function useBytes(source: ByteSource, asked: boolean): Loaded {
  const { client } = useEngine()
  const [loaded, setLoaded] = useState<Loaded>({ state: 'waiting' })
  const wanted = asked || sizeOf(source) <= maxUnaskedBytes
  const key =
    source.kind === 'base64' ? source.text : `${source.hash} ${source.kind === 'far' ? source.offset : ''}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the source
  useEffect(() => {
    if (!wanted) return
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
  }, [client, key, wanted])
  return loaded
}
