import { lazy, Suspense, useMemo } from 'react'
import type { Finding } from '#shared/a2a/finding.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { JsonMark } from '../../../editor/json-editor.tsx'
import { cardText } from './card-text.ts'

export const JsonEditor = lazy(() => import('../../../editor/json-editor.tsx'))

interface CardJsonProps {
  readonly raw: JsonValue
  readonly findings: readonly Finding[]
  readonly reveal: { readonly pointer: string } | undefined
}

/** The card's JSON, its findings at their places. */
export function CardJson({ raw, findings, reveal }: CardJsonProps) {
  const text = useMemo(() => cardText(raw), [raw])
  const marks = useMemo(() => marksOf(findings), [findings])
  return (
    <Suspense fallback={<p className="card-loading muted">Loading the editor…</p>}>
      <JsonEditor name="Agent card as JSON" text={text} marks={marks} reveal={reveal} />
    </Suspense>
  )
}

export function marksOf(findings: readonly Finding[]): readonly JsonMark[] {
  return findings.map(({ pointer, severity, message, hint, spec, rule }) => ({
    at: pointer,
    severity,
    message: `${message}\n${hint}\nA2A ${spec.version} §${spec.section} · ${rule}`,
  }))
}
