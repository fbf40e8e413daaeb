import { useWebhooks } from '../../../../state/webhooks.ts'

const quick = [
  { name: 'Refused', term: 'status:error' },
  { name: 'With findings', term: 'finding:warning' },
] as const

/** What is asked for most among webhook calls, one click each. */
export function CallFilters() {
  const { filter, setFilter } = useWebhooks()
  return (
    <fieldset className="quick-filters">
      <legend className="visually-hidden">Which calls</legend>
      {quick.map(({ name, term }) => (
        <button
          key={term}
          type="button"
          className={filter === term ? 'chip on' : 'chip'}
          aria-pressed={filter === term}
          onClick={() => setFilter(filter === term ? '' : term)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
