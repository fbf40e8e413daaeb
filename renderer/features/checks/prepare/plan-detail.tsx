import { useMemo } from 'react'
import { behaviors } from '#shared/checks/behaviors.ts'
import { levelWord } from '#shared/checks/summary.ts'
import type { CheckPlan, PlannedTest } from '#shared/contract/checks.ts'
import type { SelectedChecks } from '../../../state/checks.ts'
import { CodeText } from '../../../ui/code-text.tsx'
import { ColumnGrid, type FittingColumn } from '../../../ui/column-grid.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { CheckDetail, TextFact } from '../check-detail.tsx'
import { interfaceTitles } from '../check-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import { sendName, toggleLevel, toggleSuite } from './plan-figures.ts'

interface PlanDetailProps {
  readonly plan: CheckPlan
  readonly test: PlannedTest
  onClose(): void
}

/** A planned test: what it requires, what it sends, and why it does not apply to this agent. */
export function PlanDetail({ plan, test, onClose }: PlanDetailProps) {
  const { name, description, level, section, testId, skip, active, behaviors: needed } = test
  const names = interfaceTitles(plan.ways)
  return (
    <CheckDetail
      label="Planned check"
      bodyLabel="What the test does"
      testName={name}
      mark={skip !== undefined && <OutcomeMark outcome="skip" />}
      onClose={onClose}
    >
      {skip !== undefined && (
        <p className="check-message">
          <CodeText text={skip} limit={2_000} />
        </p>
      )}
      {description !== '' && (
        <p className="dim">
          <CodeText text={description} limit={2_000} />
        </p>
      )}
      <dl className="column gap-3 small">
        <Fact name="Sends">{sendsInWords(test)}</Fact>
        {active && <Fact name="Changes">more on the agent than the test’s own tasks</Fact>}
        {needed.length > 0 && <Fact name="Needs">{needed.map(behaviorName).join(', ')}</Fact>}
        <Fact name="Requirement">
          {levelWord(level)}
          {section !== '' && ` · §${section}`}
        </Fact>
        <TextFact name="Test" text={testId} />
        {test.ways.length > 0 && (
          <Fact name="Interfaces">{test.ways.map((interfaceIndex) => names[interfaceIndex]).join(', ')}</Fact>
        )}
      </dl>
    </CheckDetail>
  )
}

const byId: Readonly<Record<string, { readonly name: string } | undefined>> = behaviors

function behaviorName(id: string): string {
  const name = byId[id]?.name
  return name === undefined ? id : `a prompt for “${name}”`
}

interface PlanGridProps {
  readonly plan: CheckPlan
  readonly tests: readonly PlannedTest[]
  readonly selected: string | undefined
  readonly choice: SelectedChecks
  onSelect(key: string): void
  onChoose(changes: SelectedChecks): void
}

export function plannedKeyOf({ suiteId, testId }: PlannedTest): string {
  return `${suiteId} ${testId}`
}

export function PlanGrid({ plan, tests, selected, choice, onSelect, onChoose }: PlanGridProps) {
  const columns = useMemo(() => columnsOf(interfaceTitles(plan.ways)), [plan.ways])
  const itemsOf = ({ suiteId, level, testId }: PlannedTest) => [
    {
      label: `Leave out the suite ${plan.suites.find(({ id }) => id === suiteId)?.name ?? suiteId}`,
      run: () => onChoose(toggleSuite(plan, choice, suiteId)),
    },
    { label: `Leave out the level ${levelWord(level)}`, run: () => onChoose(toggleLevel(choice, level)) },
    { label: 'Copy test ID', run: () => void navigator.clipboard.writeText(testId) },
  ]
  return (
    <ColumnGrid
      name="Planned checks"
      columns={columns}
      rowHeight={25}
      count={tests.length}
      rowOf={(index) => tests[index]}
      isSelected={(test) => plannedKeyOf(test) === selected}
      onSelect={(test) => onSelect(plannedKeyOf(test))}
      menu={{ label: 'Planned check', items: (test) => itemsOf(test) }}
    />
  )
}

function columnsOf(ways: readonly string[]): readonly FittingColumn<PlannedTest>[] {
  return [
    {
      name: 'Test',
      width: 'minmax(0, 1.8fr)',
      cell: ({ name, skip }) => (
        <span className={skip === undefined ? undefined : 'dim'} title={visibleString(name)}>
          {visibleString(name)}
        </span>
      ),
    },
    {
      name: 'Sends',
      width: 'minmax(0, 1fr)',
      fromPx: 400,
      cell: (test) =>
        test.skip === undefined ? (
          <span className="dim" title={sendsInWords(test)}>
            {sendsInWords(test)}
          </span>
        ) : (
          <span title={visibleString(test.skip)}>
            <OutcomeMark outcome="skip" />
          </span>
        ),
    },
    {
      name: 'Level',
      width: '58px',
      cell: ({ level }) => <span className="dim">{levelWord(level)}</span>,
    },
    {
      name: 'Section',
      width: '64px',
      fromPx: 480,
      cell: ({ section }) => (
        <span className="dim num">{section === '' ? '' : `§${visibleString(section)}`}</span>
      ),
    },
    {
      name: 'Interfaces',
      width: '72px',
      fromPx: 560,
      cell: (test) => (
        <span className="dim num" title={test.ways.map((interfaceIndex) => ways[interfaceIndex]).join(', ')}>
          {test.ways.length === 0 ? '' : test.ways.length}
        </span>
      ),
    },
    {
      name: 'Id',
      width: '136px',
      fromPx: 660,
      cell: ({ testId }) => (
        <span className="mono faint" title={visibleString(testId)}>
          {visibleString(testId)}
        </span>
      ),
    },
  ]
}

/** In order; consecutive equal ones once, with a count. */
function sendsInWords({ sends }: PlannedTest): string {
  if (sends.length === 0) return 'nothing: evaluates what the other tests record'
  const runs: { name: string; count: number }[] = []
  for (const send of sends) {
    const last = runs.at(-1)
    if (last?.name === sendName(send)) last.count += 1
    else runs.push({ name: sendName(send), count: 1 })
  }
  return runs.map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`)).join(', ')
}
