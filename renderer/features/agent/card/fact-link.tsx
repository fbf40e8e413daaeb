import type { ReactNode } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { type DialogName, useOpenDialog } from '../open-dialog.ts'

interface FactLinkProps {
  readonly to: DialogName
  readonly className?: string
  readonly children: ReactNode
}

/** A fact that leads to where it can be acted on, where it can be. */
export function FactLink({ to, className = '', children }: FactLinkProps) {
  const { canCall } = useEngine()
  if (!canCall) return <span className={className}>{children}</span>
  return (
    <button
      type="button"
      className={`fact-button ${className}`}
      onClick={() => useOpenDialog.getState().show(to)}
    >
      {children}
    </button>
  )
}
