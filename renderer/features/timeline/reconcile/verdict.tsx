import { CircleCheck, TriangleAlert } from 'lucide-react'

export function Verdict({ differences }: { readonly differences: number }) {
  return (
    <p className={differences === 0 ? 'reconcile-verdict same' : 'reconcile-verdict'} role="status">
      {differences === 0 ? (
        <CircleCheck size={16} aria-hidden={true} />
      ) : (
        <TriangleAlert size={16} aria-hidden={true} />
      )}
      <strong>
        {differences === 0
          ? 'The agent stores what it streamed.'
          : differences === 1
            ? 'The agent stores something else than it streamed in one place.'
            : `The agent stores something else than it streamed in ${differences} places.`}
      </strong>
    </p>
  )
}
