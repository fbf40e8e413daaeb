import type { ComponentType } from 'react'
import type { SessionView } from '#shared/contract/sessions.ts'
import { lateDialog } from '../../ui/late-part.tsx'

interface Props {
  readonly session: SessionView
  onClose(): void
}

export const CompareDialog: ComponentType<Props> = lateDialog('Compare', () =>
  import('./compare/compare-dialog.tsx').then((module) => module.CompareDialog),
)
export const ExportDialog: ComponentType<Props> = lateDialog('Export this session', () =>
  import('./file/export-dialog.tsx').then((module) => module.ExportDialog),
)
export const MockDialog: ComponentType<Props> = lateDialog('Mock agent', () =>
  import('./mock/mock-dialog.tsx').then((module) => module.MockDialog),
)
export const SessionDialog: ComponentType<Props> = lateDialog('Session', () =>
  import('./session-dialog.tsx').then((module) => module.SessionDialog),
)
export const StorageDialog = lateDialog('Space on disk', () =>
  import('./storage-dialog.tsx').then((module) => module.StorageDialog),
)
