// The contexts of the agent that are in sight: switch to one, name it, put it out of sight.

import { ChevronDown, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { maxNameChars } from '#shared/bounded.ts'
import type { ConversationBrief, ConversationRef } from '#shared/contract/story.ts'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { usePresenting } from '../../../state/presenting.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { contextTitle } from './context-title.ts'
import { ContextsInSight } from './contexts-in-sight.tsx'
import { NewConversations } from './new-conversations.tsx'
import { useContextName, useNoteContext } from './use-context-notes.ts'
import './contexts.css'

interface ContextsProps {
  readonly agentId: string
  /** Absent while it is not known, `null` for a new one. */
  readonly current: ConversationBrief | null | undefined
  startAnew(): void
}

export function Contexts({ agentId, current, startAnew }: ContextsProps) {
  const { canCall } = useEngine()
  const presenting = usePresenting(({ on }) => on)
  const note = useNoteContext()
  const nameOf = useContextName(agentId)
  const [renamed, setRenamed] = useState<ConversationRef>()
  const opener = useRef<HTMLButtonElement>(null)
  useCommand('chat.contexts', () => opener.current?.click())
  const { contextId } = renamed ?? {}
  return (
    <>
      <Popover
        openerRef={opener}
        label="Contexts"
        className="context-opener inline shrinks gap-4 muted"
        button={
          <>
            <span className="truncate">
              {current && contextTitle(current, nameOf(current.contextId), !presenting)}
              {current === null && 'New conversation'}
              {current === undefined && '…'}
            </span>
            <ChevronDown size={12} />
          </>
        }
      >
        {(close) => (
          <>
            {canCall && (
              <button
                type="button"
                className="context-new line gap-6 full-width"
                onClick={() => {
                  startAnew()
                  close()
                }}
              >
                <Plus size={13} /> New conversation
              </button>
            )}
            <ContextsInSight agentId={agentId} current={current} rename={setRenamed} close={close} />
            <p className="faint py-6 px-8 small">Forgetting a context keeps its messages in the record.</p>
          </>
        )}
      </Popover>
      {canCall && (
        <NewConversations agentId={agentId} current={current} showList={() => opener.current?.click()} />
      )}
      {contextId !== undefined && (
        <ContextName
          name={nameOf(contextId) ?? ''}
          onClose={() => setRenamed(undefined)}
          onName={(name) => {
            void note({ agentId, contextId, name, forgotten: false })
            setRenamed(undefined)
          }}
        />
      )}
    </>
  )
}

interface ContextNameProps {
  readonly name: string
  onName(name: string): void
  onClose(): void
}

function ContextName({ name, onName, onClose }: ContextNameProps) {
  const [text, setText] = useState(name)
  return (
    <FormDialog
      title="Name the context"
      submitLabel="Name it"
      onSubmit={() => onName(text.trim())}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={text}
        maxLength={maxNameChars}
        autoFocus
        hint="Only you see it. Leave empty to use the first message."
        onChange={setText}
      />
    </FormDialog>
  )
}
