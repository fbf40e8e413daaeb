// The contexts of the agent that are in sight: switch to one, name it, put it out of sight.

import { ChevronDown, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { slice } from '#shared/collections/list.ts'
import type { ConversationView } from '#shared/story/task-view.ts'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useRecord } from '../../../record/use-record.ts'
import { IconButton } from '../../../ui/button.tsx'
import { formatClock, formatCount } from '../../../ui/format.ts'
import { Popover } from '../../../ui/popover.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { useShown } from '../use-conversation.ts'
import { ContextName } from './context-name.tsx'
import { contextTitle } from './context-title.ts'
import { isForgotten, noteOf, useContextNotes, useNoteContext } from './use-context-notes.ts'
import './contexts.css'

interface ContextsProps {
  readonly agentId: string
  readonly current: ConversationView | undefined
  startAnew(): void
}

/** The oldest are on the record. */
const mostShown = 200

export function Contexts({ agentId, current, startAnew }: ContextsProps) {
  const { canCall } = useEngine()
  const { show } = useShown(agentId)
  const notes = useContextNotes()
  const note = useNoteContext()
  const conversations = useRecord((record) => record.conversations())
  const [renamed, setRenamed] = useState<ConversationView>()
  const [showsOthers, setShowsOthers] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useCommand('chat.contexts', () => opener.current?.click())

  const nameOf = (view: ConversationView) => noteOf(notes, view)?.name
  const listed = () => {
    const own = slice(conversations).filter(
      (view) => view.agentId === agentId && view.mergedInto === undefined && !isForgotten(notes, view),
    )
    const isNear = (view: ConversationView) => view.isOurs || view.id === current?.id
    const shown = own.filter((view) => showsOthers || isNear(view))
    return {
      shown: shown.toReversed().slice(0, mostShown),
      others: own.filter((view) => !isNear(view)).length,
    }
  }
  const forget = (view: ConversationView) => {
    const { contextId } = view
    if (contextId === undefined) return
    void note({ agentId, contextId, name: nameOf(view) ?? '', forgotten: true })
    if (view.id === current?.id) show({ kind: 'newest', from: 0 })
  }

  return (
    <>
      <Popover
        openerRef={opener}
        label="Contexts"
        className="context-opener"
        button={
          <>
            <span className="truncate">
              {current ? contextTitle(current, nameOf(current)) : 'New context'}
            </span>
            <ChevronDown size={12} aria-hidden={true} />
          </>
        }
      >
        {(close) => {
          const { shown, others } = listed()
          return (
            <>
              {canCall && (
                <button
                  type="button"
                  className="context-new"
                  onClick={() => {
                    startAnew()
                    close()
                  }}
                >
                  <Plus size={13} aria-hidden={true} /> New context
                </button>
              )}
              <ul className="context-list" aria-label="Contexts">
                {shown.map((view) => (
                  <li key={view.id} className="context-row">
                    <button
                      type="button"
                      className="context-choice"
                      aria-current={view.id === current?.id}
                      title={view.contextId?.slice(0, 400)}
                      onClick={() => {
                        show({ kind: 'conversation', index: view.index })
                        close()
                      }}
                    >
                      <span className="truncate">{contextTitle(view, nameOf(view))}</span>
                      <small className="faint">
                        {[
                          formatClock(view.lastAt),
                          view.tasks.length > 0
                            ? `${view.tasks.length} ${view.tasks.length === 1 ? 'task' : 'tasks'}`
                            : undefined,
                          view.contextId && shortId(view.contextId),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </small>
                    </button>
                    {canCall && view.contextId !== undefined && (
                      <>
                        <IconButton
                          label={`Rename ${contextTitle(view, nameOf(view))}`}
                          icon={<Pencil size={12} aria-hidden={true} />}
                          onClick={() => {
                            close()
                            setRenamed(view)
                          }}
                        />
                        <IconButton
                          label={`Forget ${contextTitle(view, nameOf(view))}`}
                          icon={<Trash2 size={12} aria-hidden={true} />}
                          onClick={() => forget(view)}
                        />
                      </>
                    )}
                  </li>
                ))}
              </ul>
              {shown.length === 0 && <p className="context-none muted">Nothing was said yet.</p>}
              {others > 0 && (
                <button
                  type="button"
                  className="context-others link-button"
                  aria-pressed={showsOthers}
                  onClick={() => setShowsOthers(!showsOthers)}
                >
                  {showsOthers ? 'Leave out' : 'Show'}{' '}
                  {others === 1 ? '1 context' : `${formatCount(others)} contexts`} of others
                </button>
              )}
              <p className="context-hint faint">Forgetting one leaves what was said on the record.</p>
            </>
          )
        }}
      </Popover>
      {renamed?.contextId !== undefined && (
        <ContextName
          name={nameOf(renamed) ?? ''}
          onClose={() => setRenamed(undefined)}
          onName={(name) => {
            const { contextId } = renamed
            if (contextId !== undefined) void note({ agentId, contextId, name, forgotten: false })
            setRenamed(undefined)
          }}
        />
      )}
    </>
  )
}
