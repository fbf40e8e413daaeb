import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useSteps } from '../state/steps.ts'
import { IconButton } from '../ui/button.tsx'
import { useCommand } from './commands.ts'

/** Through what was selected, one thing after another. */
export function BackForward() {
  const { at, last } = useSteps()
  const back = () => history.back()
  const forward = () => history.forward()
  useCommand('go.back', back, at > 0)
  useCommand('go.forward', forward, at < last)
  return (
    <span className="back-forward line rigid">
      <IconButton label="Back" icon={<ChevronLeft size={15} />} disabled={at === 0} onClick={back} />
      <IconButton
        label="Forward"
        icon={<ChevronRight size={15} />}
        disabled={at === last}
        onClick={forward}
      />
    </span>
  )
}
