import { useState } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { lateDialog } from '../../ui/late-part.tsx'

const TourDialog = lateDialog('A tour of Parley', () =>
  import('./tour-dialog.tsx').then((module) => module.TourDialog),
)

export function Tour() {
  const [step, setStep] = useState<number>()
  useCommand('app.tour', () => setStep(0))
  if (step === undefined) return null
  return <TourDialog step={step} onStep={setStep} onClose={() => setStep(undefined)} />
}
