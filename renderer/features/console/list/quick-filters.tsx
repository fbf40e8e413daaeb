import { filterTokensOf } from '#shared/filter/parse-filter.ts'
import { useConsole } from '../../../state/console.ts'
import { ToggleChip } from '../../../ui/button.tsx'

const quick = [
  { name: 'Operations', term: 'kind:operation' },
  { name: 'Streams', term: 'kind:stream' },
  { name: 'Webhooks', term: 'kind:webhook' },
  { name: 'Errors', term: 'status:error' },
  { name: 'Findings', term: 'finding:warning' },
  { name: 'Pinned', term: 'is:pinned' },
] as const

/** What is asked for most, one click each; it writes the filter, so that one sees how it is spelled. */
export function QuickFilters() {
  const typed = useConsole((state) => state.typed)
  const terms = new Set([...filterTokensOf(typed)].map(({ text }) => text))
  return (
    <fieldset className="quick-filters">
      <legend className="visually-hidden">Quick filters</legend>
      {quick.map(({ name, term }) => {
        const on = terms.has(term)
        return (
          <ToggleChip
            key={term}
            on={on}
            title={term}
            onClick={() => useConsole.getState().setFilter(toggled(typed, term, on))}
          >
            {name}
          </ToggleChip>
        )
      })}
    </fieldset>
  )
}

function toggled(filter: string, term: string, on: boolean): string {
  const others = [...filterTokensOf(filter)].map(({ text }) => text).filter((text) => text !== term)
  return (on ? others : [...others, term]).join(' ')
}
