import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, X } from 'lucide-react'
import { useMemo } from 'react'
import { cited } from '#shared/a2a/cited.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { Entry } from '#shared/record/entry.ts'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { createListOf } from '../../../record/paged-list.ts'
import { usePagedList } from '../../../record/use-paged-list.ts'
import { type FindingView, type OpenGroup, useFindings } from '../../../state/findings.ts'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { ColumnGrid, type FittingColumn } from '../../../ui/column-grid.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { counted } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useAgentNames } from '../../requests/index.ts'
import { Moment } from './moment.tsx'

/** Every place where an agent broke one rule; choosing one shows the exchange it was seen in. */
export function OccurrenceGrid({
  open: { rule, agentId, muted },
  view: { severity, inSession },
}: {
  readonly open: OpenGroup
  readonly view: FindingView
}) {
  const { exchangeId, entrySeq } = useSelection()
  const { client, canAnnotate } = useEngine()
  const mute = useMute()
  const toggleMuted = () => mute.mutate({ rule, agentId, muted: !muted })
  useCommand('findings.mute', toggleMuted, canAnnotate)
  const nameOf = useAgentNames()
  const list = useMemo(
    () =>
      createListOf((asked, options) =>
        client.console.findings({ group: { rule, agentId, severity, inSession }, ...asked }, options),
      ),
    [client, rule, agentId, severity, inSession],
  )
  const columns = useMemo(() => columnsOf(rule), [rule])
  const { answer, problem } = usePagedList(list)
  return (
    <section className="occurrences" aria-label="Places of a rule">
      <header className="occurrences-head line gap-8 rigid rule-below small nowrap">
        <span className="mono" title={visibleString(rule)}>
          {visibleString(rule)}
        </span>
        {agentId !== undefined && <span className="occurrences-agent">{visibleString(nameOf(agentId))}</span>}
        {muted && <span className="faint">muted</span>}
        <span className="faint num">{answer && counted(answer.total, 'place')}</span>
        <span className="spacer" />
        {canAnnotate && (
          <IconButton
            label={`${muted ? 'Unmute' : 'Mute'} ${visibleString(rule)}${agentId === undefined ? '' : ' for this agent'}`}
            icon={muted ? <Bell size={14} /> : <BellOff size={14} />}
            onClick={toggleMuted}
          />
        )}
        <IconButton
          label="Close"
          icon={<X size={14} />}
          onClick={() => useFindings.getState().setOpen(undefined)}
        />
      </header>
      {problem !== undefined && <p className="notice">{problem}</p>}
      {mute.error && <p className="notice">{messageOf(mute.error)}</p>}
      {answer?.total === 0 && (
        <EmptyState title="No places">
          <p>Nothing breaks this rule with these filters.</p>
        </EmptyState>
      )}
      {!!answer?.total && (
        <div className="fills">
          <ColumnGrid
            name="Places"
            columns={columns}
            rowHeight={25}
            count={answer.total}
            followsTail
            onRange={list.want}
            rowOf={list.rowAt}
            isSelected={(entry) => entry.exchangeId === exchangeId && entry.seq === entrySeq}
            onSelect={({ exchangeId, seq, findings = [] }) => {
              const { pointer } = findings.find((finding) => finding.rule === rule) ?? {}
              useSelection.getState().selectExchange(exchangeId, seq, pointer)
            }}
          />
        </div>
      )}
    </section>
  )
}

function columnsOf(rule: string): readonly FittingColumn<Entry>[] {
  const foundIn = ({ findings = [] }: Entry): readonly Finding[] =>
    findings.filter((finding) => finding.rule === rule)
  return [
    {
      name: 'When',
      width: '110px',
      cell: ({ at }) => <Moment at={at} />,
    },
    {
      name: 'Problem',
      width: 'minmax(0, 2fr)',
      cell: (entry) => {
        const [first, ...others] = foundIn(entry)
        const messages = foundIn(entry).map(({ message }) => message)
        return (
          <span title={visibleString(messages.join('\n'), 2_000)}>
            <CodeText text={first?.message ?? ''} />
            {others.length > 0 && <span className="muted"> and {others.length} more</span>}
          </span>
        )
      },
    },
    {
      name: 'Where',
      width: 'minmax(0, 0.8fr)',
      fromPx: 420,
      cell: (entry) => {
        const pointer = visibleString(foundIn(entry)[0]?.pointer ?? '')
        return (
          <span className="mono muted" title={pointer}>
            {pointer || '(entire response)'}
          </span>
        )
      },
    },
    {
      name: 'Specification',
      width: '110px',
      fromPx: 560,
      cell: (entry) => {
        const spec = foundIn(entry)[0]?.spec
        return spec && <span className="faint">{cited(spec).replace(/^A2A (?=\d)/, '')}</span>
      },
    },
  ]
}

/** Mutes the rule that is open for its agent, or unmutes it. What follows the engine is answered anew; what asked once asks again. */
function useMute() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (of: Inputs['console']['mute']) => client.console.mute(of),
    async onSuccess({ muted }, { rule, agentId }) {
      const { open, setOpen } = useFindings.getState()
      if (open?.rule === rule && open.agentId === agentId) setOpen({ ...open, muted })
      await cache.invalidateQueries({ queryKey: queries.sessions.list.key() })
      await cache.invalidateQueries({ queryKey: ['checks', 'findings'] })
    },
  })
}
