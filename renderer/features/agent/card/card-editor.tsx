import { Download, Undo2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { CardReading } from '#shared/contract/card.ts'
import { maxCardBytes } from '#shared/contract/constants.ts'
import { messageOf } from '#shared/errors.ts'
import { CodeView } from '../../../editor/code-view.tsx'
import { marksOf } from '../../../editor/finding-marks.ts'
import type { JsonMark } from '../../../editor/json-editor.tsx'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { FindingList } from '../finding-list.tsx'
import type { OfCard } from '../interface-name.ts'
import { cardFileName, cardText } from './card-text.ts'
import './card.css'

/** Edits a card: findings follow the typing, and the result is saved as a file. */
export function CardEditor({ agentId, discovery }: OfCard) {
  const original = useMemo(() => cardText(discovery.raw), [discovery.raw])
  const text = useCardDrafts((drafts) => drafts[agentId]) ?? original
  const keep = (draft: string | undefined) => useCardDrafts.setState({ [agentId]: draft })
  const { reading, trouble } = useReading(text, discovery.cardUrl)
  const [reveal, setReveal] = useState<{ readonly pointer: string }>()
  const findings = reading?.findings ?? discovery.findings
  const marks = useMemo((): readonly JsonMark[] => {
    const broken = reading && !reading.readable && reading.offset !== undefined
    const jsonMarks = marksOf(findings)
    return broken
      ? [...jsonMarks, { at: reading.offset ?? 0, severity: 'error', message: reading.problem.sentence }]
      : jsonMarks
  }, [findings, reading])
  const name = reading?.readable ? reading.card.name : discovery.card.name
  return (
    <div className="card-editor">
      <div className="card-editor-text">
        <CodeView name="Edit the card as JSON" text={text} marks={marks} reveal={reveal} onChange={keep} />
      </div>
      <aside className="card-editor-findings" aria-label="Problems while editing">
        <div className="flex wraps gap-6">
          <Button primary onClick={() => saveText(text, cardFileName(name))}>
            <Download size={13} /> Save as a file
          </Button>
          <Button disabled={text === original} onClick={() => keep(undefined)}>
            <Undo2 size={13} /> Back to the agent’s card
          </Button>
        </div>
        <div aria-live="polite">
          {trouble && <p className="notice">{trouble}</p>}
          {reading && !reading.readable && (
            <p className="notice">
              <strong>Not a card</strong>
              <UntrustedText text={reading.problem.sentence} />
            </p>
          )}
          <p className="card-editor-count dim">{countOf(findings.length)}</p>
        </div>
        <FindingList name="Problems" findings={findings} onReveal={(pointer) => setReveal({ pointer })} />
      </aside>
    </div>
  )
}

function countOf(findings: number): string {
  if (findings === 0) return 'No problems.'
  return findings === 1 ? 'One problem' : `${findings} problems`
}

const restMs = 250

interface Reading {
  /** May be a few keystrokes old. */
  readonly reading?: CardReading
  readonly trouble?: string
}

/** The engine's findings on a card's text, debounced. */
function useReading(text: string, cardUrl: string): Reading {
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

/** Cards being edited, by agent. */
const useCardDrafts = create<Readonly<Record<string, string | undefined>>>(() => ({}))

function saveText(text: string, fileName: string): void {
  saveFile(new Blob([text], { type: 'application/json' }), fileName)
}
