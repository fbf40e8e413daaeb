import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEngine } from '../../../host/engine.tsx'
import { useLayout } from '../../../state/layout.ts'
import { useSelection } from '../../../state/selection.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'

interface ProblemLinkProps {
  readonly exchangeId: string
  /** When its answer was over; undefined while it goes on. */
  readonly endedAt: number | undefined
}

/** Entries whose problems are counted under an answer; the inspector has all of them. */
const maxCountedEntries = 50

/** Under a task, and beside a direct reply: how much is wrong with its request, and the way to the first of it. */
export function ProblemLink({ exchangeId, endedAt }: ProblemLinkProps) {
  const { client } = useEngine()
  const { data } = useQuery({
    queryKey: ['console', 'findings', exchangeId, 'counted', endedAt],
    enabled: endedAt !== undefined,
    queryFn: ({ signal }) =>
      client.console.findings({ exchangeId, offset: 0, limit: maxCountedEntries }, { signal }),
  })
  const problems = (data?.rows ?? []).flatMap(({ seq, findings = [] }) =>
    findings.filter(({ severity }) => severity !== 'info').map((finding) => ({ seq, ...finding })),
  )
  const first = problems.find(({ severity }) => severity === 'error') ?? problems[0]
  if (data === undefined || first === undefined) return null
  const show = () => {
    const { rule, seq: entrySeq, pointer } = first
    const { agentId, selectProblem } = useSelection.getState()
    selectProblem({ rule, agentId }, { exchangeId, entrySeq, pointer })
    useLayout.getState().reveal('inspector')
  }
  return (
    <LinkButton className="on-the-wire problem-link inline gap-4 tone-warn" onClick={show}>
      <TriangleAlert size={12} /> {counted(problems.length, 'problem')}
      {data.total > data.rows.length && ' and more'}
    </LinkButton>
  )
}
