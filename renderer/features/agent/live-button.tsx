import type { ComponentProps } from 'react'
import { useEngine } from '../../host/engine.tsx'
import { Button } from '../../ui/button.tsx'

/** A button that asks an agent something, or changes how it is spoken to: a recording has nobody to ask, and none of them. */
export function LiveButton(props: ComponentProps<typeof Button>) {
  const { recorded } = useEngine()
  return recorded === undefined ? <Button {...props} /> : null
}
