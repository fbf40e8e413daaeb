import type { RawHeaders } from '#shared/record/entry.ts'
import { MaskedText } from './masked-text.tsx'

/** Names and values as they crossed, in their order. */
export function HeadersView({ name, headers }: { readonly name: string; readonly headers: RawHeaders }) {
  return (
    <details className="headers-fold" open>
      <summary>
        {name} <span className="faint num">{headers.length}</span>
      </summary>
      <dl className="headers mono">
        {headers.map(([header, value], index) => (
          // Headers may repeat, and their order is the wire's.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index} className="header">
            <dt>{header}</dt>
            <dd>
              <MaskedText text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
