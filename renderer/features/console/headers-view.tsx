import type { RawHeaders } from '#shared/record/entry.ts'

/** Names and values as they crossed, in their order. */
export function HeadersView({ headers }: { readonly headers: RawHeaders }) {
  return (
    <dl className="headers mono">
      {headers.map(([name, value], index) => (
        // Headers may repeat, and their order is the wire's.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className="header">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
