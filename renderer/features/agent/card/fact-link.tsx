import type { ReactNode } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { type DialogName, useOpenDialog } from '../open-dialog.ts'

interface FactLinkProps {
  readonly to: DialogName
  readonly className?: string
  readonly children: ReactNode
}

/** A fact that leads to where it can be acted on; of a recording it is only read. */
export function FactLink({ to, className = '', children }: FactLinkProps) {
  const { recorded } = useEngine()
  if (recorded !== undefined) return <span className={className}>{children}</span>
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
