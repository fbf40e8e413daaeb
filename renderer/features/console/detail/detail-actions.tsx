import { MessageSquareText, Pin, PinOff, X } from 'lucide-react'
import { useState } from 'react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useCommand } from '../../../commands/commands.ts'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { ExchangeParts } from './exchange-parts.ts'
import { NoteDialog } from './note-dialog.tsx'
import { useAnnotate } from './use-annotate.ts'

/** What can be done with the exchange that is shown. */
export function DetailActions({ row }: { readonly row: ExchangeRow; readonly parts: ExchangeParts }) {
  const annotate = useAnnotate(row.id)
  const [noting, setNoting] = useState(false)
  useCommand('exchange.pin', () => annotate({ pinned: !row.pinned }))
  useCommand('exchange.note', () => setNoting(true))
  return (
    <>
      <IconButton
        label={row.pinned ? 'Unpin the exchange' : 'Pin the exchange'}
        icon={row.pinned ? <PinOff size={14} aria-hidden={true} /> : <Pin size={14} aria-hidden={true} />}
        aria-pressed={row.pinned}
        onClick={() => annotate({ pinned: !row.pinned })}
      />
      <IconButton
        label="Mark and note"
        icon={<MessageSquareText size={14} aria-hidden={true} />}
        aria-pressed={row.note !== undefined || row.mark !== undefined}
        onClick={() => setNoting(true)}
      />
      <IconButton
        label="Close the detail"
        icon={<X size={14} aria-hidden={true} />}
        onClick={() => useSelection.getState().selectExchange(undefined)}
      />
      {noting && <NoteDialog row={row} onClose={() => setNoting(false)} />}
    </>
  )
}
