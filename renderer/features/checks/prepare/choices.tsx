import { levels } from '#shared/checks/suite.ts'
import { levelWord } from '#shared/checks/summary.ts'
import type { CheckPlan } from '#shared/contract/checks.ts'
import type { ChecksPlaceOf, WantedChecks } from '../../../state/checks.ts'
import { Checkbox, Choices } from '../../../ui/choice.tsx'
import { counted } from '../../../ui/format.ts'
import { wayNames } from '../check-words.ts'
import { toggled, toggleLevel, toggleSuite } from './plan-figures.ts'

interface CheckChoicesProps {
  readonly plan: CheckPlan
  readonly place: ChecksPlaceOf
}

/** Suites, levels and interfaces, all of them at first but for the interfaces, and whether the agent may be changed. */
export function CheckChoices({ plan, place: { wanted, change } }: CheckChoicesProps) {
  const { suites, tests, ways } = plan
  const choose = (changes: WantedChecks) => change({ wanted: { ...wanted, ...changes } })
  const wayIds = [...ways.keys()]
  const names = wayNames(ways)
  const chosenWays = wanted.ways ?? wayIds.filter((index) => ways[index]?.chosen)
  const actives = tests.filter(({ active }) => active).length
  return (
    <div className="check-choices scrolls small">
      <Choices legend="Suites">
        {suites.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={`${name} (${tests.filter(({ suiteId }) => suiteId === id).length})`}
            checked={wanted.suites?.includes(id) ?? true}
            onChange={() => choose(toggleSuite(plan, wanted, id))}
          />
        ))}
      </Choices>
      <Choices legend="Levels">
        {levels.map((level) => (
          <Checkbox
            key={level}
            label={`${levelWord(level)} (${tests.filter((test) => test.level === level).length})`}
            checked={wanted.levels?.includes(level) ?? true}
            onChange={() => choose(toggleLevel(wanted, level))}
          />
        ))}
      </Choices>
      <Choices legend="Interfaces">
        {ways.map(({ url }, index) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: an interface is known by its place in the card
            key={index}
            label={`${names[index]}${ways[index]?.chosen ? ' (in use)' : ''}`}
            title={url}
            checked={chosenWays.includes(index)}
            onChange={() => choose({ ways: toggled(wayIds, chosenWays, index) })}
          />
        ))}
        {ways.length === 0 && <p className="muted">The card names no interface that Parley supports.</p>}
      </Choices>
      <Choices legend="Changes">
        <Checkbox
          label={`Tests that change the agent (${actives})`}
          checked={wanted.active === true}
          onChange={(active) => choose({ active })}
        />
        <p className="field-hint check-hint">
          {counted(actives, 'test')} cancel tasks, register webhooks or open many streams at once. Leave them
          out where other people use the agent.
        </p>
      </Choices>
    </div>
  )
}
