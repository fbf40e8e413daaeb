import type { ChecksPlaceOf } from '../../state/checks.ts'
import { LinkButton } from '../../ui/button.tsx'

/** Why the last start, or the last action on the shown run, failed. */
export function PlaceProblem({ place: { problem, change } }: { readonly place: ChecksPlaceOf }) {
  if (problem === undefined) return null
  return (
    <p className="notice check-problem rigid apart" role="alert">
      <span>{problem}</span>
      <LinkButton onClick={() => change({ problem: undefined })}>Dismiss</LinkButton>
    </p>
  )
}
