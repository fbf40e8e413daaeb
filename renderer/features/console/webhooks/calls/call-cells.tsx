// The cells of a webhook call's row: state as colour, word and shape.

import { CircleMinus, ShieldAlert, ShieldCheck, ShieldX, TriangleAlert } from 'lucide-react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { WebhookCallView } from '#shared/story/webhook-call.ts'
import { formatDuration } from '../../../../ui/format.ts'
import { StateMark } from '../../../../ui/state-mark.tsx'
import { twinWords } from './call-sentences.ts'
import { type Proof, proofOf } from './proof.ts'
import { useTwin } from './use-twin.ts'

type View = WebhookCallView | undefined

export function ToldText({ row, view }: { readonly row: ExchangeRow; readonly view: View }) {
  if (row.method !== 'POST') {
    return (
      <span className="mono">
        {row.url.includes('validationToken=') ? `${row.method} validationToken` : row.method}
      </span>
    )
  }
  if (!view) return <span className="faint">from before</span>
  const { told } = view
  if (!told) return <span className="call-unread">no update</span>
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

export function OrderTags({ row, view }: { readonly row: ExchangeRow; readonly view: View }) {
  const { error, warning } = row.findings
  const tags = [
    view?.retry && `try ${view.attempt}`,
    !view?.retry && (view?.attempt ?? 1) > 1 && 'repeated',
    view?.outOfOrder && 'out of order',
    view?.late && !view.outOfOrder && !view.retry && 'late',
    view?.afterTerminal && 'after the end',
  ].filter((tag) => typeof tag === 'string')
  return (
    <>
      {tags.map((tag) => (
        <span key={tag} className={calm.has(tag) ? 'call-tag calm' : 'call-tag'}>
          {tag}
        </span>
      ))}
      {error + warning > 0 && (
        <span
          className="finding-badge num"
          style={{ color: error > 0 ? 'var(--failed)' : 'var(--input-required)' }}
        >
          <TriangleAlert size={11} aria-hidden={true} /> {error + warning}
          <span className="visually-hidden">findings</span>
        </span>
      )}
    </>
  )
}

/** Being overtaken by the stream is nothing wrong. */
const calm: ReadonlySet<string> = new Set(['late'])

const proofs = {
  proven: { Icon: ShieldCheck, colour: 'var(--completed)', word: 'proven' },
  partly: { Icon: ShieldAlert, colour: 'var(--input-required)', word: 'in part' },
  wrong: { Icon: ShieldX, colour: 'var(--failed)', word: 'wrong' },
  missing: { Icon: ShieldX, colour: 'var(--failed)', word: 'missing' },
  unasked: { Icon: CircleMinus, colour: 'var(--muted)', word: 'unasked' },
} as const satisfies Record<Proof, unknown>

export function ProofMark({ view, method }: { readonly view: View; readonly method: string }) {
  if (!view?.verdict || method !== 'POST') return null
  const { Icon, colour, word } = proofs[proofOf(view.verdict)]
  const { token, authorization } = view.verdict
  return (
    <span
      className="state-mark"
      style={{ color: colour }}
      title={`Token ${token}, Authorization ${authorization}`}
    >
      <Icon size={13} aria-hidden={true} />
      {word}
    </span>
  )
}

export function TwinText({ exchangeId, view }: { readonly exchangeId: string; readonly view: View }) {
  const twin = useTwin(exchangeId, view)
  if (!twin) return null
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
