import { ChevronDown, ChevronUp, FileText, Link2, Pencil, Type, X } from 'lucide-react'
import { type DragEvent, useMemo, useState } from 'react'
import { base64Bytes } from '#shared/a2a/base64.ts'
import { shorten } from '#shared/shorten.ts'
import { type Draft, type DraftPart, type SayablePart, useDraft } from '../../../state/draft.ts'
import { AgentImage } from '../../../ui/agent-image.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { formatBytes, joinDefined } from '../../../ui/format.ts'
import { decodeNow } from '../parts/index.ts'
import { movedPart } from './move-part.ts'
import { usePartEditor } from './part-editor.tsx'

export function DraftParts({ agentId, draft }: { readonly agentId: string; readonly draft: Draft }) {
  const { parts, textAt, text } = draft
  const [drag, setDrag] = useState<Drag>()
  if (parts.length === 0) return null
  const { change } = useDraft.getState()
  const rows: readonly (DraftPart | 'text')[] = [...parts.slice(0, textAt), 'text', ...parts.slice(textAt)]
  const move = (from: number, to: number) => change(agentId, (now) => movedPart(now, from, to))
  const drop = () => {
    if (drag) move(drag.from, drag.gap > drag.from ? drag.gap - 1 : drag.gap)
    setDrag(undefined)
  }
  const remove = (id: number) =>
    change(agentId, (now) => {
      const at = now.parts.findIndex((each) => each.id === id)
      return {
        parts: now.parts.filter((each) => each.id !== id),
        textAt: at < now.textAt ? now.textAt - 1 : now.textAt,
      }
    })
  return (
    <ol
      className="draft-parts column gap-2 scrolls"
      aria-label="Parts of this message"
      onDragOver={(event) => {
        if (!drag) return
        event.preventDefault()
        setDrag({ ...drag, gap: gapAt(event) })
      }}
      onDrop={drop}
    >
      {rows.map((row, index) => {
        const name = row === 'text' ? 'the text' : nameOf(row.part)
        return (
          <li
            key={row === 'text' ? 'text' : row.id}
            className="draft-part line gap-7 small"
            data-dragged={drag?.from === index || undefined}
            data-insert={insertAt(index, rows.length, drag)}
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move'
              // Not as text, which a text field would accept.
              dataTransfer.setData('application/x-parley-part', '')
              setDrag({ from: index, gap: index })
            }}
            onDragEnd={() => setDrag(undefined)}
          >
            {row === 'text' ? <TextLine text={text} /> : <PartLine part={row.part} />}
            <span className="spacer" />
            {row !== 'text' && (row.part.kind === 'data' || row.part.kind === 'file-url') && (
              <IconButton
                label={`Edit ${name}`}
                icon={<Pencil size={12} />}
                onClick={() => editPart(agentId, row)}
              />
            )}
            <IconButton
              label={`Move ${name} up`}
              icon={<ChevronUp size={13} />}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              label={`Move ${name} down`}
              icon={<ChevronDown size={13} />}
              disabled={index === rows.length - 1}
              onClick={() => move(index, index + 1)}
            />
            {row !== 'text' && (
              <IconButton label={`Remove ${name}`} icon={<X size={13} />} onClick={() => remove(row.id)} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

interface Drag {
  readonly from: number
  /** The drop position: before the row of that index, or after the last. */
  readonly gap: number
}

function gapAt({ currentTarget, clientY }: DragEvent): number {
  return [...currentTarget.children].filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < clientY
  }).length
}

/** Where the line of the drop position is drawn; undefined where nothing would move. */
function insertAt(index: number, count: number, drag: Drag | undefined): 'before' | 'after' | undefined {
  if (!drag || drag.gap === drag.from || drag.gap === drag.from + 1) return undefined
  if (drag.gap === index) return 'before'
  return drag.gap === count && index === count - 1 ? 'after' : undefined
}

function editPart(agentId: string, { id, part }: DraftPart): void {
  const data = part.kind === 'data' ? part.data : part.kind === 'file-url' ? { url: part.url } : {}
  usePartEditor.setState({ edited: { agentId, partId: id, data } })
}

function TextLine({ text }: { readonly text: string }) {
  return (
    <>
      <Type size={13} className="dim" />
      <span className="truncate dim">{text === '' ? '(empty)' : shorten(text)}</span>
    </>
  )
}

function PartLine({ part }: { readonly part: SayablePart }) {
  const { mediaType } = part
  return (
    <>
      <PartIcon part={part} />
      <span className="truncate">{nameOf(part)}</span>
      <span className="faint">
        {joinDefined(' · ', mediaType, part.kind === 'file-bytes' && formatBytes(base64Bytes(part.base64)))}
      </span>
    </>
  )
}

function PartIcon({ part }: { readonly part: SayablePart }) {
  if (part.kind === 'file-url') return <Link2 size={13} className="dim" />
  if (part.kind === 'file-bytes' && part.mediaType?.startsWith('image/')) {
    return <Thumbnail base64={part.base64} />
  }
  return <FileIcon />
}

function FileIcon() {
  return <FileText size={13} className="dim" />
}

function Thumbnail({ base64 }: { readonly base64: string }) {
  const bytes = useMemo(() => decodeNow(base64) ?? new Uint8Array(), [base64])
  return <AgentImage className="draft-thumbnail" bytes={bytes} name="" refused={() => <FileIcon />} />
}

function nameOf(part: SayablePart): string {
  switch (part.kind) {
    case 'text':
      return shorten(part.text)
    case 'data':
      return `data ${shorten(JSON.stringify(part.data))}`
    case 'file-bytes':
      return part.filename ?? 'file'
    case 'file-url':
      return shorten(part.url)
  }
}
