import { ArrowLeftRight, CircleSmall, Database, Globe, Sparkles, Wrench } from 'lucide-react'
import { type SpanSort, sortNames } from './span-words.ts'
import './sort-mark.css'

const icons = {
  call: ArrowLeftRight,
  model: Sparkles,
  tool: Wrench,
  database: Database,
  http: Globe,
  other: CircleSmall,
} as const satisfies Record<SpanSort, unknown>

/** What a span does, by its shape and colour; the word is its name. */
export function SortMark({ sort, named = false }: { readonly sort: SpanSort; readonly named?: boolean }) {
  const Icon = icons[sort]
  return (
    <span className={`sort-mark span-sort inline gap-5 rigid ${sort}`}>
      {named ? <Icon size={12} /> : <Icon size={12} aria-label={sortNames[sort]} />}
      {named && sortNames[sort]}
    </span>
  )
}
