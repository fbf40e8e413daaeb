import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { isSettled } from '#shared/a2a/task-states.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ReconcileDialog } from './reconcile-dialog.tsx'
import { ReconnectLab } from './reconnect-lab.tsx'
import { TimelineExportDialog } from './timeline-export-dialog.tsx'
import type { ReadTask } from './use-task-view.tsx'

interface TaskMenuProps {
  readonly task: TaskBrief
  readonly read: ReadTask
}

/** Actions on the shown task, besides those in the chat. */
export function TaskMenu({ task, read: { timeline, outline, drawnLanes } }: TaskMenuProps) {
  const { canCall } = useEngine()
  const [open, setOpen] = useState<'reconcile' | 'reconnect' | 'export'>()
  const close = () => setOpen(undefined)
  const { agentId } = task
  const canQuery = agentId !== undefined && canCall
  useCommand('timeline.reconcile', () => setOpen('reconcile'), canQuery)
  useCommand('timeline.save', () => setOpen('export'))
  return (
    <>
      <Menu
        label="More about the task"
        className="button"
        button={
          <>
            Task <ChevronDown size={12} />
          </>
        }
        items={() => [
          ...(canQuery ? [{ label: 'Reconcile', run: () => setOpen('reconcile') }] : []),
          { label: 'Reconnect', run: () => setOpen('reconnect') },
          { label: 'Copy or save the timeline', run: () => setOpen('export') },
        ]}
      />
      {open === 'reconcile' && agentId !== undefined && (
        <ReconcileDialog agentId={agentId} outline={outline} onClose={close} />
      )}
      {open === 'reconnect' && (
        <Dialog title="Reconnect" onClose={close}>
          <ReconnectLab task={task} outline={outline} over={isSettled(outline.state)} />
        </Dialog>
      )}
      {open === 'export' && (
        <TimelineExportDialog timeline={timeline} outline={outline} lanes={drawnLanes()} onClose={close} />
      )}
    </>
  )
}
