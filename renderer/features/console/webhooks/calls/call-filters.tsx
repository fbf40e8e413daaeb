import { useWebhooks } from '../../../../state/webhooks.ts'
import { Chips } from '../../../../ui/chips.tsx'

const names = { 'status:error': 'Refused', 'finding:warning': 'With problems' } as const
const terms = ['status:error', 'finding:warning'] as const

/** What is asked for most among webhook calls, one click each. */
export function CallFilters() {
  const { filter, setFilter } = useWebhooks()
  return (
    <Chips
      label="Which calls"
      className="quick-filters flex shrinks gap-4"
      options={terms}
      value={terms.find((term) => term === filter)}
      nameOf={(term) => names[term]}
      onChange={(term) => setFilter(term ?? '')}
    />
  )
}
