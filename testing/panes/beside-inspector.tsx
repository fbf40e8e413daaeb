import type { ReactNode } from 'react'
import { Inspector } from '../../renderer/features/inspector/index.ts'
import { ListAndDetail } from '../../renderer/ui/list-and-detail.tsx'

/** As they stand in the window: what is selected in a mode is shown beside it. */
export function BesideInspector({ children }: { readonly children: ReactNode }) {
  return (
    <ListAndDetail detail={<Inspector />} detailSize="34%">
      {children}
    </ListAndDetail>
  )
}
