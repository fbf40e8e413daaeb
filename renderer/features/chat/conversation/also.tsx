import { Copy } from 'lucide-react'
import type { Also } from '#shared/story/turn-body.ts'
import { formatCount } from '../../../ui/format.ts'

/** Where else a text came, which is shown once. */
export function AlsoMark({ also: { states, told, closing } }: { readonly also: Also }) {
  const places = [
    states > 0 ? `in ${formatCount(states)} ${states === 1 ? 'state' : 'states'} while working` : undefined,
    told > 0 ? `in ${formatCount(told)} ${told === 1 ? 'message' : 'messages'} of its history` : undefined,
    closing ? 'with the last state' : undefined,
  ].filter((place) => place !== undefined)
  if (places.length === 0) return null
  return (
    <span className="also faint" title="The same text was received several times and is shown once.">
      <Copy size={11} aria-hidden={true} /> also {places.join(' and ')}
    </span>
  )
}

export function AlsoRow({ also }: { readonly also: Also }) {
  return (
    <div className="row-box also-row">
      <AlsoMark also={also} />
    </div>
  )
}
