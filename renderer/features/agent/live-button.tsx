import type { ComponentProps } from 'react'
import { useEngine } from '../../host/engine.tsx'
import { Button } from '../../ui/button.tsx'

/** A button that calls an agent, or changes how it is called. */
export function LiveButton(props: ComponentProps<typeof Button>) {
  const { canCall } = useEngine()
  return canCall ? <Button {...props} /> : null
}
