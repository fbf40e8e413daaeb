import type { PushStanding } from './push.ts'

/** Whether the agent may call it. */
export function mayBeCalled({ standing }: { readonly standing: PushStanding }): boolean {
  return standing === 'sent' || standing === 'confirmed'
}
