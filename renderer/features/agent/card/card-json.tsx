import { useMemo } from 'react'
import type { Finding } from '#shared/a2a/finding.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { CodeView } from '../../../editor/code-view.tsx'
import { marksOf } from '../../../editor/finding-marks.ts'
import { cardText } from './card-text.ts'

interface CardJsonProps {
  readonly raw: JsonValue
  readonly findings: readonly Finding[]
  readonly reveal: { readonly pointer: string } | undefined
}

/** The card's JSON, its findings at their places. */
export function CardJson({ raw, findings, reveal }: CardJsonProps) {
  const text = useMemo(() => cardText(raw), [raw])
  const marks = useMemo(() => marksOf(findings), [findings])
  return <CodeView name="Agent card as JSON" text={text} marks={marks} reveal={reveal} />
}
