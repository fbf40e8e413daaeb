// What is shown, as text for the clipboard: as Mermaid or as SVG, with secrets left out.

import { Copy } from 'lucide-react'
import { useState } from 'react'
import { maxSequenceRows } from '#shared/contract/constants.ts'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import type { SequencePart } from '#shared/contract/together.ts'
import type { SequenceRow } from '#shared/story/sequence/sequence.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { useSequence } from '../../../state/sequence.ts'
import { Button } from '../../../ui/button.tsx'
import { themeColour } from '../../../ui/theme-colour.ts'
import { drawMap, drawSequence } from './draw-sequence.ts'
import { mapAsMermaid, sequenceAsMermaid } from './mermaid-text.ts'
import { useLaneNames } from './use-lane-names.ts'

/** Rows of a sequence that are copied; the text says how many are left out. */
const maxCopiedSequenceRows = 500

type Query = Pick<Inputs['together']['taken'], 'open' | 'between'>

const forms = { mermaid: 'Mermaid', svg: 'SVG' } as const

export function CopySequence() {
  const { client } = useEngine()
  const namesOf = useLaneNames()
  const [done, setDone] = useState<string>()

  async function copy(form: keyof typeof forms): Promise<string> {
    const { view, open, between } = useSequence.getState()
    const part = await takeSequence(
      client,
      { open: [...open], ...(between && view === 'sequence' && { between }) },
      view === 'map' ? 1 : maxCopiedSequenceRows,
    )
    const names = namesOf(part.lanes)
    if (view === 'sequence') {
      return form === 'svg'
        ? drawSequence(part, { names, colour: themeColour })
        : sequenceAsMermaid(part, names)
    }
    const { edges } = await client.together.map({})
    return form === 'svg' ? drawMap(edges, { names, colour: themeColour }) : mapAsMermaid(edges, names)
  }
  function act(form: keyof typeof forms): void {
    copy(form)
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => setDone(`Copied as ${forms[form]}.`),
        (error: unknown) => setDone(messageOf(error)),
      )
  }
  return (
    <>
      <span className="muted" role="status">
        {done}
      </span>
      {(['mermaid', 'svg'] as const).map((form) => (
        <Button
          key={form}
          aria-label={`Copy as ${forms[form]}`}
          title={`Copy as ${forms[form]}`}
          onClick={() => act(form)}
        >
          <Copy size={12} /> {forms[form]}
        </Button>
      ))}
    </>
  )
}

/** Rows from the beginning. */
async function takeSequence({ together }: EngineClient, query: Query, most: number): Promise<SequencePart> {
  const rows: SequenceRow[] = []
  for (;;) {
    const limit = Math.min(maxSequenceRows, most - rows.length)
    const part = await together.taken({ ...query, offset: rows.length, limit })
    rows.push(...part.rows)
    if (part.rows.length < limit || rows.length >= most) return { ...part, rows }
  }
}
