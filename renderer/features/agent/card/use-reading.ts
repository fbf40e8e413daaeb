import { useEffect, useState } from 'react'
import { maxCardBytes } from '#shared/contract/agents.ts'
import type { CardReading } from '#shared/contract/card.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'

const restMs = 250

interface Reading {
  /** Of a text that may be a few keystrokes old. */
  readonly reading?: CardReading
  readonly trouble?: string
}

/** What the engine makes of a card's text, once the typing rests. */
export function useReading(text: string, cardUrl: string): Reading {
  const { client } = useEngine()
  const [state, setState] = useState<Reading>({})
  useEffect(() => {
    if (text.length > maxCardBytes) {
      setState({ trouble: 'A card has at most 5 MB.' })
      return
    }
    const stop = new AbortController()
    const input = { text, ...(cardUrl !== '' && { baseUrl: cardUrl }) }
    const timer = setTimeout(() => {
      client.card
        .inspect(input, { signal: stop.signal })
        .then((reading) => !stop.signal.aborted && setState({ reading }))
        .catch((error: unknown) => !stop.signal.aborted && setState({ trouble: messageOf(error) }))
    }, restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, text, cardUrl])
  return state
}
