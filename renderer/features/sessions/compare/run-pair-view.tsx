import type { Run } from '#shared/replay/runs.ts'
import { shorten } from '#shared/shorten.ts'
import { PairedTextsDiff } from '../../../ui/diff/paired-texts-diff.tsx'
import { formatDuration, formatOffset } from '../../../ui/format.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import type { ComparedRun } from './compared-runs.ts'

interface RunPairViewProps {
  readonly compared: ComparedRun
  /** Of the sessions. */
  readonly names: readonly [first: string, second: string]
  readonly onlyDifferences: boolean
}

export function RunPairView({ compared, names, onlyDifferences }: RunPairViewProps) {
  const { before, after, texts } = compared
  const says = before?.says ?? after?.says ?? ''
  return (
    <li className="run-pair py-12 rule-above">
      <h3 className="truncate">{visibleString(shorten(says)) || 'A prompt without text'}</h3>
      <div className="run-sides">
        <Side label="First" name={names[0]} run={before} />
        <Side label="Second" name={names[1]} run={after} />
      </div>
      {before && after && <PairedTextsDiff pairs={texts} onlyDifferences={onlyDifferences} />}
    </li>
  )
}

interface SideProps {
  readonly label: string
  readonly name: string
  readonly run: Run | undefined
}

function Side({ label, name, run }: SideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
    <div className="run-side" role="group" aria-label={label}>
      <p className="faint truncate">
        {label} · {name}
        {run && <span className="num"> · {formatDuration(run.totalMs)}</span>}
      </p>
      {run === undefined ? (
        <p className="muted">Not in this recording.</p>
      ) : run.states.length === 0 ? (
        <p className="muted">Direct reply, no task.</p>
      ) : (
        <ul className="run-states flex wraps">
          {run.states.map(({ state, atMs }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a state may come twice, and the list does not change
            <li key={index}>
              <StateMark state={state} /> <span className="faint num">{formatOffset(atMs)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
