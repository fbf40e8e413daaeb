import { X } from 'lucide-react'
import { messageOf } from '../../../host/message-of.ts'
import { IconButton } from '../../../ui/button.tsx'

interface AddressProblemProps {
  readonly error: unknown
  onClose(): void
}

/** Why nothing was connected to, below the address. */
export function AddressProblem({ error, onClose }: AddressProblemProps) {
  return (
    <div className="address-problem">
      <p className="notice" role="alert">
        {messageOf(error)}
      </p>
      <IconButton label="Dismiss" icon={<X size={12} aria-hidden={true} />} onClick={onClose} />
    </div>
  )
}
