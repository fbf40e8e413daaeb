import type { Selection } from '#shared/contract/session-files.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { last } from '#shared/record/list.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useRecord } from '../../../record/use-record.ts'
import { useSelection } from '../../../state/selection.ts'
import { shortId } from '../../../ui/short-id.ts'
import { useCurrentConversation } from '../../chat/index.ts'

interface PartChoice {
  readonly label: string
  readonly selection: Selection
}

/** The task and the context on screen, when it is this session that is looked at. */
export function usePartChoices(session: SessionView): readonly PartChoice[] {
  const { recorded } = useEngine()
  const selected = useSelection(({ taskId }) => taskId)
  const conversation = useCurrentConversation()
  const key = selected ?? (conversation && last(conversation.tasks))
  const task = useRecord((record) => (key === undefined ? undefined : record.task(key)))
  const isShown = recorded === undefined ? session.state !== 'kept' : recorded.session.id === session.id
  if (!isShown || task === undefined) return []
  const { taskId, contextId } = task
  return [
    { label: `Task ${shortId(taskId)}`, selection: { of: 'task', taskId } },
    ...(contextId === undefined
      ? []
      : [{ label: `Context ${shortId(contextId)}`, selection: { of: 'context' as const, contextId } }]),
  ]
}
