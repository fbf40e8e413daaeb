import { useExchange } from '../../record/use-exchange.ts'
import { useAwaitingOther } from '../../state/comparison.ts'
import { useConsole } from '../../state/console.ts'
import { LinkButton } from '../../ui/button.tsx'
import { formatClock } from '../../ui/format.ts'
import { useEscape } from '../../ui/use-escape.ts'
import { visibleString } from '../../ui/visible-text.ts'

/** Above a list, while a request waits for the one to compare it with. */
export function AwaitingOther() {
  const exchangeId = useAwaitingOther()
  const row = useExchange(exchangeId).data?.row
  const cancel = () => useConsole.getState().setCompareWith(undefined)
  useEscape(cancel, exchangeId !== undefined)
  if (exchangeId === undefined) return null
  return (
    <p className="list-note line gap-8">
      <span role="status" className="truncate">
        Select the request to compare{' '}
        {row ? <strong>{`${visibleString(row.label)} (${formatClock(row.startedAt)})`}</strong> : 'this one'}{' '}
        with.
      </span>
      <LinkButton className="rigid" onClick={cancel}>
        Cancel
      </LinkButton>
      <kbd>Esc</kbd>
    </p>
  )
}
