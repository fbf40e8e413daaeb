import { useDeferredValue } from 'react'
import type { Discovery } from '#shared/contract/card.ts'
import { type Draft, useCallDefaults } from '../../../state/draft.ts'
import { useAgentSettings } from '../../agent/index.ts'
import { type Destination, requestOf } from './kept-draft.ts'
import { previewOf } from './request-preview.ts'

export interface RequestViewProps {
  readonly draft: Draft
  readonly discovery: Discovery | undefined
  readonly destination: Destination
}

/** A preview of the request during typing. */
export function RequestView({ draft, discovery, destination }: RequestViewProps) {
  // Typing has priority.
  const settled = useDeferredValue(draft)
  const settings = useAgentSettings(destination.agentId)
  const usual = useCallDefaults(({ defaults }) => defaults)
  const connection = discovery?.found === true ? discovery.connection : undefined
  const preview =
    connection && previewOf(requestOf(settled, destination, usual), connection, settings, settled.push)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="request-view mono" aria-label="Request" tabIndex={0}>
      {!preview && (
        <p className="dim">This version of A2A has no such method, or the agent isn’t connected yet.</p>
      )}
      {preview && (
        <>
          <p className="request-head">{preview.head}</p>
          {preview.headers.map(([name, value]) => (
            <p key={name} className="dim">
              {name}: {value}
            </p>
          ))}
          <p className="faint">Credentials are added on send, if approved for this origin.</p>
          <pre className="verbatim mt-4">{preview.body}</pre>
        </>
      )}
    </section>
  )
}
