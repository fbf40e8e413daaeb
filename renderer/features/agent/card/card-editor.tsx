import { Download, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { CodeView } from '../../../editor/code-view.tsx'
import { marksOf } from '../../../editor/finding-marks.ts'
import type { JsonMark } from '../../../editor/json-editor.tsx'
import { Button } from '../../../ui/button.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { FindingList } from '../finding-list.tsx'
import type { Found } from '../ways.ts'
import { useCardDrafts } from './card-drafts.ts'
import { cardFileName, cardText } from './card-text.ts'
import { saveText } from './save-text.ts'
import { useReading } from './use-reading.ts'
import './card-editor.css'

interface CardEditorProps {
  readonly agentId: string
  readonly discovery: Found
}

/** The card as its author would fix it: findings follow the typing, and the result is saved as a file. */
export function CardEditor({ agentId, discovery }: CardEditorProps) {
  const original = useMemo(() => cardText(discovery.raw), [discovery.raw])
  const text = useCardDrafts((drafts) => drafts.texts[agentId]) ?? original
  const { keep } = useCardDrafts.getState()
  const { reading, trouble } = useReading(text, discovery.cardUrl)
  const [reveal, setReveal] = useState<{ readonly pointer: string }>()
  const findings = reading?.findings ?? discovery.findings
  const marks = useMemo((): readonly JsonMark[] => {
    const broken = reading && !reading.readable && reading.offset !== undefined
    const found = marksOf(findings)
    return broken
      ? [...found, { at: reading.offset ?? 0, severity: 'error', message: reading.problem.sentence }]
      : found
  }, [findings, reading])
  const name = reading?.readable ? reading.card.name : discovery.card.name
  return (
    <div className="card-editor">
      <div className="card-editor-text">
        <CodeView
          name="Edit the card as JSON"
          text={text}
          marks={marks}
          reveal={reveal}
          onChange={(changed) => keep(agentId, changed)}
        />
      </div>
      <aside className="card-editor-findings" aria-label="Findings while editing">
        <div className="card-editor-actions">
          <Button primary onClick={() => saveText(text, cardFileName(name))}>
            <Download size={13} aria-hidden={true} /> Save as a file
          </Button>
          <Button disabled={text === original} onClick={() => keep(agentId, undefined)}>
            <Undo2 size={13} aria-hidden={true} /> Back to the agent’s card
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
          <p className="card-editor-count muted">{countOf(findings.length)}</p>
        </div>
        <FindingList name="Findings" findings={findings} onReveal={(pointer) => setReveal({ pointer })} />
      </aside>
    </div>
  )
}

function countOf(findings: number): string {
  if (findings === 0) return 'No findings.'
  return findings === 1 ? 'One finding' : `${findings} findings`
}
