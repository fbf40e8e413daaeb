import type { SpanList } from '#shared/contract/spans.ts'
import { counted, formatCount } from '../../ui/format.ts'
import { shortName } from './span-words.ts'

/** Services named over a waterfall; of more it says how many there are. */
const maxNamedServices = 3

/** How many spans, of which programs, and what is wrong with them. */
export function SpanCounts({
  page,
}: {
  readonly page: Pick<SpanList, 'spans' | 'failed' | 'dropped' | 'services'>
}) {
  const { spans, failed, dropped, services } = page
  const named = services.slice(0, maxNamedServices).map(({ name }) => shortName(name))
  const words = [
    counted(spans, 'span'),
    services.length > named.length ? `${formatCount(services.length)} services` : named.join(', '),
  ]
  return (
    <span className="truncate" title={words.join(' · ')}>
      <span className="muted">{words.join(' · ')}</span>
      {failed > 0 && <span className="tone-bad"> · {formatCount(failed)} failed</span>}
      {dropped > 0 && <span className="tone-warn"> · {formatCount(dropped)} not kept</span>}
    </span>
  )
}
