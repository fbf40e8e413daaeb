import { useQuery } from '@tanstack/react-query'
import { type Severity, severities } from '#shared/a2a/finding.ts'
import { maxWordChars } from '#shared/bounded.ts'
import type { FindingGroupPage } from '#shared/contract/console.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useFindings } from '../../../state/findings.ts'
import { ToggleChip } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { Select } from '../../../ui/field.tsx'
import { counted, formatCount } from '../../../ui/format.ts'
import { shortId } from '../../../ui/short-id.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useAgentNames } from '../../requests/index.ts'
import { sessionNameOf } from '../../sessions/index.ts'

const words: Readonly<Record<Severity, string>> = { error: 'Errors', warning: 'Warnings', info: 'Info' }

/** Which findings are listed, and how many that are. */
export function FindingFilters({ answer }: { readonly answer: FindingGroupPage | undefined }) {
  const { canFollow, scope } = useEngine()
  const { severity, agentId, rule, muted, narrow } = useFindings()
  const nameOf = useAgentNames()
  return (
    <div className="bar wraps">
      <Chips
        label="Severity"
        className="quick-filters flex shrinks gap-4"
        options={severities.toReversed()}
        value={severity}
        nameOf={(each) => words[each]}
        onChange={(chosen) => narrow({ severity: chosen })}
      />
      <Choice
        name="Agent"
        all="All agents"
        ids={answer?.agents ?? []}
        nameOf={nameOf}
        value={agentId}
        onChange={(chosen) => narrow({ agentId: chosen })}
      />
      {canFollow && scope === undefined && <SessionChoice ids={answer?.sessions ?? []} />}
      <input
        type="search"
        className="input slim finding-rule"
        aria-label="Find a rule"
        placeholder="Find a rule"
        maxLength={maxWordChars}
        value={rule}
        onChange={({ target }) => narrow({ rule: target.value })}
      />
      {(muted || !!answer?.mutedRules) && (
        <ToggleChip
          on={muted}
          title="Rules muted for an agent, left out of lists and counts"
          onClick={() => narrow({ muted: !muted })}
        >
          {`${formatCount(answer?.mutedRules ?? 0)} muted`}
        </ToggleChip>
      )}
      {answer && <span className="faint rigid to-end small">{counted(answer.findings, 'problem')}</span>}
    </div>
  )
}

/** Sessions that are asked for by name; of those that are older the id is shown. */
const namedSessions = 200

function SessionChoice({ ids }: { readonly ids: readonly string[] }) {
  const { queries } = useEngine()
  const { inSession, narrow } = useFindings()
  const { data } = useQuery(queries.sessions.list.queryOptions({ input: { limit: namedSessions } }))
  const names = new Map(data?.sessions.map((session) => [session.id, sessionNameOf(session)]))
  return (
    <Choice
      name="Recording"
      all="All recordings"
      ids={ids}
      nameOf={(id) => names.get(id) ?? shortId(id)}
      value={inSession}
      onChange={(chosen) => narrow({ inSession: chosen })}
    />
  )
}

interface ChoiceProps {
  readonly name: string
  readonly all: string
  readonly ids: readonly string[]
  readonly value: string | undefined
  nameOf(id: string): string
  onChange(id: string | undefined): void
}

function Choice({ name, all, ids, value, nameOf, onChange }: ChoiceProps) {
  const offered = value === undefined || ids.includes(value) ? ids : [value, ...ids]
  return (
    <Select
      className="slim finding-choice"
      aria-label={name}
      options={['', ...offered]}
      value={value ?? ''}
      nameOf={(id) => (id === '' ? all : visibleString(nameOf(id)))}
      onChange={(id) => onChange(id === '' ? undefined : id)}
    />
  )
}
