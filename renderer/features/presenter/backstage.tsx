import type { ReactNode } from 'react'
import { usePresenting } from '../../state/presenting.ts'

/** What an audience is not shown. */
export function Backstage({ children }: { readonly children: ReactNode }) {
  return usePresenting(({ on }) => on) ? null : children
}
