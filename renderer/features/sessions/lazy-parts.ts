import type { ComponentType } from 'react'
import type { Comparison } from '#shared/contract/preferences.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { lateDialog, latePane } from '../../ui/lazy-part.tsx'

export interface SessionDialogProps {
  readonly session: SessionView
  onClose(): void
}

export const ComparisonPage: ComponentType<Comparison> = latePane(
  'Two recordings compared',
  'the comparison',
  () => import('./comparison-page.tsx').then((module) => module.ComparisonPage),
)
export const ExportDialog: ComponentType<SessionDialogProps> = lateDialog('Export this recording', () =>
  import('./file/export-dialog.tsx').then((module) => module.ExportDialog),
)
export const MockDialog: ComponentType<SessionDialogProps> = lateDialog('Mock agent', () =>
  import('./mock-dialog.tsx').then((module) => module.MockDialog),
)
export const SessionDialog: ComponentType<SessionDialogProps> = lateDialog('Recording', () =>
  import('./session-dialog.tsx').then((module) => module.SessionDialog),
)
export const DeleteQuestion: ComponentType<SessionDialogProps> = lateDialog('Delete this recording?', () =>
  import('./session-dialog.tsx').then((module) => module.DeleteQuestion),
)
export const StorageDialog = lateDialog('Space on disk', () =>
  import('./storage-dialog.tsx').then((module) => module.StorageDialog),
)
