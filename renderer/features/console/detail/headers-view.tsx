import { useState } from 'react'
import type { RawHeaders } from '#shared/record/entry.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { MaskedText } from './masked-text.tsx'

/** Header fields of one head before "Show more". */
const maxShownHeaders = 200

/** Names and values as they crossed, in their order. */
export function HeadersView({ name, headers }: { readonly name: string; readonly headers: RawHeaders }) {
  const [shown, setShown] = useState(maxShownHeaders)
  return (
    <details className="headers-fold" open>
      <summary>
        {name} <span className="faint num">{headers.length}</span>
      </summary>
      <dl className="headers mono">
        {headers.slice(0, shown).map(([header, value], index) => (
          // Headers may repeat, and their order is the wire's.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index} className="header">
            <dt>
              <UntrustedText text={header} limit={200} />
            </dt>
            <dd>
              <MaskedText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {headers.length > shown && (
        <LinkButton onClick={() => setShown(shown + maxShownHeaders)}>
          Show more of {formatCount(headers.length)} headers
        </LinkButton>
      )}
    </details>
  )
}
