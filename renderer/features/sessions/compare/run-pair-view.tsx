import type { Run, RunPair, RunResult } from '#shared/replay/runs.ts'
import { shorten } from '#shared/shorten.ts'
import { TextDiff } from '../../../ui/diff/text-diff.tsx'
import { formatDuration, formatOffset } from '../../../ui/format.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'

export function RunPairView({ pair: { before, after } }: { readonly pair: RunPair }) {
  const says = before?.says ?? after?.says ?? ''
  return (
    <li className="run-pair py-12 rule-above">
      <h3 className="truncate">{visibleString(shorten(says)) || 'A prompt without text'}</h3>
      <div className="run-sides">
        <Side name="This session" run={before} />
        <Side name="The other" run={after} />
      </div>
      {before && after && <Results before={before.results} after={after.results} />}
    </li>
  )
}

function Side({ name, run }: { readonly name: string; readonly run: Run | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
    <div className="run-side" role="group" aria-label={name}>
      <p className="faint">
        {name}
        {run && <span className="num"> · {formatDuration(run.totalMs)}</span>}
      </p>
      {run === undefined ? (
        <p className="muted">Not in this session.</p>
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

interface ResultsProps {
  readonly before: readonly RunResult[]
  readonly after: readonly RunResult[]
}

function Results({ before, after }: ResultsProps) {
  const count = Math.max(before.length, after.length)
  return (
    <>
      {Array.from({ length: count }, (_, index) => {
        const [one, other] = [before[index], after[index]]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: results have nothing but their place
          <div className="run-result breaks mt-10" key={index}>
            <p className="faint">{visibleString(one?.name ?? other?.name ?? '')}</p>
            {one?.text === other?.text ? (
              <p className="muted">
                The same in both: <UntrustedText text={one?.text ?? ''} limit={200} />
              </p>
            ) : (
              <TextDiff before={one?.text ?? ''} after={other?.text ?? ''} />
            )}
          </div>
        )
      })}
    </>
  )
}
