import type { ReactNode } from 'react'
import { Inspector } from '../../renderer/features/inspector/index.ts'
import { ListAndDetail } from '../../renderer/ui/list-and-detail.tsx'

/** As in the window, with the inspector beside the pane. */
export function BesideInspector({ children }: { readonly children: ReactNode }) {
  return (
    <ListAndDetail detail={<Inspector />} detailSize="34%">
      {children}
    </ListAndDetail>
  )
}
