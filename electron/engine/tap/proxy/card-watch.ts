// Cards among what passes through a forward proxy: each is read once it is whole, as far as it is no larger than a card may be.

import { headerOf } from '#shared/a2a/header-of.ts'
import { maxCardBytes } from '#shared/contract/constants.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { Passed } from '../forward/messages.ts'
import { unpacked } from '../forward/take-card.ts'

interface Watched {
  readonly url: string
  readonly parts: Buffer[]
  sizeBytes: number
  headers?: RawHeaders
}

const cardPath = /^[^?#]*\/\.well-known\/agent(-card)?\.json$/

export function createCardWatch(onCard: (url: string, text: string) => void) {
  const watched = new Map<number, Watched>()
  return (event: Passed, bytes: Buffer): void => {
    if (!('pass' in event)) return
    const { pass } = event
    if (event.kind === 'asked') {
      const { method, url } = event.asked
      if (method === 'GET' && cardPath.test(url)) watched.set(pass, { url, parts: [], sizeBytes: 0 })
      return
    }
    const one = watched.get(pass)
    if (!one) return
    switch (event.kind) {
      case 'head':
        if (event.head.status === 200) one.headers = event.head.headers
        else watched.delete(pass)
        return
      case 'bytes':
        one.parts.push(Buffer.from(bytes))
        one.sizeBytes += bytes.byteLength
        if (one.sizeBytes > maxCardBytes) watched.delete(pass)
        return
      case 'end':
      case 'fail':
        watched.delete(pass)
        if (event.kind === 'end' && one.headers) read(one, one.headers)
    }
  }

  function read({ url, parts }: Watched, headers: RawHeaders): void {
    const text = unpacked(Buffer.concat(parts), headerOf(headers, 'content-encoding'))
    if (text !== undefined) onCard(url, text)
  }
}
