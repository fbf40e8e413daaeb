// Three steps for the first minute, asked for by a command and left at any time.

import { useKeyLabel } from '../../commands/keys.ts'
import { useEngine } from '../../host/engine.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useStartDemo } from '../agent/index.ts'
import { Recorded } from './recorded.tsx'
import './welcome.css'

interface TourDialogProps {
  readonly step: number
  onStep(step: number): void
  onClose(): void
}

const titles = ['Point Parley at an agent', 'Talk, and watch the task', 'Read every byte'] as const

export function TourDialog({ step, onStep, onClose }: TourDialogProps) {
  const { canCall } = useEngine()
  const startDemo = useStartDemo()
  const isLast = step === titles.length - 1
  const begin = () => {
    startDemo.mutate(undefined)
    onStep(1)
  }
  return (
    <Dialog
      title="A tour of Parley"
      onClose={onClose}
      actions={
        <>
          <span className="muted num">
            {step + 1} of {titles.length}
          </span>
          <span className="spacer" />
          {step > 0 && <Button onClick={() => onStep(step - 1)}>Back</Button>}
          {step === 0 && canCall && (
            <Button onClick={begin} disabled={startDemo.isPending}>
              Start the demo agent
            </Button>
          )}
          <Button primary onClick={() => (isLast ? onClose() : onStep(step + 1))}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </>
      }
    >
      <div className="tour-step" role="status">
        <h3>{titles[step]}</h3>
        <Step step={step} />
      </div>
    </Dialog>
  )
}

function Step({ step }: { readonly step: number }) {
  const palette = useKeyLabel('palette.open')
  if (step === 0) {
    return (
      <p>
        Type the address of an A2A agent at the top. Its card appears on the right: what it is, what it can
        do, and how it is called. Without an agent, start the demo: it runs on this machine, with no network.
      </p>
    )
  }
  if (step === 1) {
    return (
      <p>
        Write a message in the chat, or choose one that the card suggests. The timeline on the right shows the
        states, events and artifacts of its task as they arrive.
      </p>
    )
  }
  return (
    <>
      <p>
        Console, at the top, lists each request and response byte for byte, and what is wrong with it; Checks
        shows whether the agent keeps to A2A. All commands are listed under{' '}
        {palette ? <kbd>{palette}</kbd> : '“Commands”'}.
      </p>
      <Recorded />
    </>
  )
}
