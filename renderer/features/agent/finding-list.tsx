import { useState } from 'react'
import { cited } from '#shared/a2a/cited.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CodeText } from '../../ui/code-text.tsx'
import { SeverityMark } from '../../ui/marks.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import './card/card.css'

interface FindingListProps {
  readonly name: string
  readonly findings: readonly Finding[]
  /** Number of findings before "Show more". */
  readonly first?: number
  /** Shows the place in the JSON. */
  onReveal?(pointer: string): void
}

const weight = { error: 0, warning: 1, info: 2 } as const

export function FindingList({ name, findings, first = 20, onReveal }: FindingListProps) {
  const [shown, setShown] = useState(first)
  const sorted = findings.toSorted((a, b) => weight[a.severity] - weight[b.severity])
  return (
    <>
      <ul className="column gap-6" aria-label={name}>
        {sorted.slice(0, shown).map((finding) => (
          <FindingItem
            key={`${finding.rule} ${finding.pointer} ${finding.message}`}
            finding={finding}
            {...(onReveal && { onReveal })}
          />
        ))}
      </ul>
      {findings.length > shown && (
        <LinkButton className="mt-6 small" onClick={() => setShown(findings.length)}>
          Show all {findings.length} problems
        </LinkButton>
      )}
    </>
  )
}

function FindingItem({ finding, onReveal }: { readonly finding: Finding; onReveal?(pointer: string): void }) {
  const { severity, message, hint, spec, rule, pointer } = finding
  return (
    <li className={`finding flex gap-8 ${severity}`}>
      <SeverityMark severity={severity} />
      <div className="shrinks">
        <p className="bold">
          <CodeText text={message} />
        </p>
        <p className="dim small">
          <CodeText text={hint} />
        </p>
        <p className="dim small">
          {cited(spec)} · {rule}
          {onReveal && (
            <>
              {' · '}
              <LinkButton onClick={() => onReveal(pointer)}>
                <UntrustedText text={pointer === '' ? '(entire card)' : pointer} limit={120} />
              </LinkButton>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
