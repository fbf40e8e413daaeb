// The cells of a webhook call's row: state as colour, word and shape.

import { CircleMinus, ShieldAlert, ShieldCheck, ShieldX, TriangleAlert } from 'lucide-react'
import type { Twin, WebhookCallRow } from '#shared/contract/story.ts'
import { type Proof, proofOf } from '#shared/record/webhook.ts'
import { formatDuration, joinWords } from '../../../../ui/format.ts'
import { Mark } from '../../../../ui/mark.tsx'
import { StateMark } from '../../../../ui/state-mark.tsx'
import { twinWords } from './call-sentences.ts'

interface OfRow {
  readonly row: WebhookCallRow
}

export function ToldText({ row: { method, url, call } }: OfRow) {
  if (method !== 'POST') {
    return (
      <span className="mono">{url.includes('validationToken=') ? `${method} validationToken` : method}</span>
    )
  }
  if (!call) return null
  const { told } = call
  if (!told) return <span className="tone-bad">no update</span>
  switch (told.what) {
    case 'status':
    case 'task':
      return (
        <>
          {told.what === 'task' && <span className="muted">task </span>}
          {told.state && <StateMark state={told.state} />}
        </>
      )
    case 'artifact':
      return <span>artifact piece</span>
    case 'message':
      return <span>message</span>
  }
}

export function OrderTags({ row: { findings, call } }: OfRow) {
  const { error, warning } = findings
  const tags = [
    call?.retry && `attempt ${call.attempt}`,
    !call?.retry && (call?.attempt ?? 1) > 1 && 'repeated',
    call?.outOfOrder && 'out of order',
    call?.late && !call.outOfOrder && !call.retry && 'late',
    call?.afterTerminal && 'after the end',
  ].filter((tag) => typeof tag === 'string')
  return (
    <>
      {tags.map((tag) => (
        <span key={tag} className={joinWords(' ', 'call-tag tone-warn small', calm.has(tag) && 'calm')}>
          {tag}
        </span>
      ))}
      {error + warning > 0 && (
        <span
          className="finding-badge num inline gap-3"
          style={{ color: error > 0 ? 'var(--failed)' : 'var(--input-required)' }}
        >
          <TriangleAlert size={11} /> {error + warning}
          <span className="visually-hidden">problems</span>
        </span>
      )}
    </>
  )
}

/** Being overtaken by the stream is nothing wrong. */
const calm: ReadonlySet<string> = new Set(['late'])

const proofs = {
  proven: { icon: ShieldCheck, colour: 'var(--completed)', word: 'verified' },
  partly: { icon: ShieldAlert, colour: 'var(--input-required)', word: 'in part' },
  wrong: { icon: ShieldX, colour: 'var(--failed)', word: 'wrong' },
  missing: { icon: ShieldX, colour: 'var(--failed)', word: 'missing' },
  unasked: { icon: CircleMinus, colour: 'var(--muted)', word: 'unasked' },
} as const satisfies Record<Proof, unknown>

export function ProofMark({ row: { call, method } }: OfRow) {
  if (!call?.verdict || method !== 'POST') return null
  const { token, authorization } = call.verdict
  return <Mark {...proofs[proofOf(call.verdict)]} title={`Token ${token}, Authorization ${authorization}`} />
}

export function TwinText({ twin }: { readonly twin: Twin }) {
  const words =
    twin.kind === 'after'
      ? `${twin.source} ${formatDuration(twin.delayMs)} before`
      : twin.kind === 'ahead'
        ? `${twin.source} ${formatDuration(twin.aheadMs)} later`
        : 'nothing else'
  return (
    <span className="muted num" title={twinWords(twin)}>
      {words}
    </span>
  )
}
