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
            ? 'What the agent stores differs from what it streamed in one place.'
            : `What the agent stores differs from what it streamed in ${differences} places.`}
      </strong>
    </p>
  )
}
