import type { PushStanding } from './push.ts'

export function mayBeCalled({ standing }: { readonly standing: PushStanding }): boolean {
  return standing === 'sent' || standing === 'confirmed'
}
