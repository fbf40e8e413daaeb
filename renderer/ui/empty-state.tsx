import type { ReactNode } from 'react'

/** What a pane shows before there is anything to show: what would fill it, and the way there. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty-state">
      <h3>{title}</h3>
      {children}
    </div>
  )
}
