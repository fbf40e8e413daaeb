import { whenOf } from '../../../ui/format.ts'

export function Moment({ at }: { readonly at: number }) {
  const date = new Date(at).toISOString()
  return (
    <time className="num muted" dateTime={date} title={date}>
      {whenOf(at)}
    </time>
  )
}
