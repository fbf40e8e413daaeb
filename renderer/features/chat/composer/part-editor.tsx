// A part that is written rather than picked: data, a file by address, another text.

import { useMemo, useState } from 'react'
import { create } from 'zustand'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import { shorten } from '#shared/shorten.ts'
import { CodeView } from '../../../editor/code-view.tsx'
import { type SayablePart, useDraft } from '../../../state/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { changedNumber } from './changed-number.ts'

export const usePartEditor = create<{ readonly edited?: EditedPart | undefined }>(() => ({}))

type PartKind = 'data' | 'url' | 'text'

const kinds: readonly (readonly [PartKind, string])[] = [
  ['data', 'Data'],
  ['url', 'File by URL'],
  ['text', 'Text'],
]

export function PartEditor() {
  const { edited } = usePartEditor()
  return edited && <Editor key={edited.partId ?? 'new'} edited={edited} />
}

function Editor({ edited }: { readonly edited: EditedPart }) {
  const { agentId, partId, schema } = edited
  const isNew = partId === undefined
  const before = useDraft(({ drafts }) => drafts[agentId]?.parts.find(({ id }) => id === partId)?.part)
  const [kind, setKind] = useState<PartKind>(before?.kind === 'file-url' ? 'url' : 'data')
  const [json, setJson] = useState(() =>
    before?.kind === 'file-url' ? '{}' : JSON.stringify(edited.data, null, 2),
  )
  const [url, setUrl] = useState(before?.kind === 'file-url' ? before.url : '')
  const [text, setText] = useState('')
  const [mediaType, setMediaType] = useState(before?.mediaType ?? '')
  const [filename, setFilename] = useState(before?.filename ?? '')
  const data = useMemo(() => parsedJson(json), [json])
  const changed = useMemo(() => changedNumber(json), [json])
  const part = partOf({ kind, data, url, text, mediaType, filename })

  function done(): void {
    if (!part) return
    const { addParts, change } = useDraft.getState()
    if (isNew) addParts(agentId, [part])
    else {
      change(agentId, ({ parts }) => ({
        parts: parts.map((each) => (each.id === partId ? { ...each, part } : each)),
      }))
    }
    close()
  }

  return (
    <Dialog
      title={isNew ? 'Add a part' : 'Edit the part'}
      wide
      onClose={close}
      actions={
        <>
          {kind === 'data' && data === undefined && <span className="tone-bad">Not valid JSON yet.</span>}
          {kind === 'data' && data !== undefined && changed && (
            <span className="field-hint">
              {shorten(changed.typed)} can’t be represented as a number: {changed.sent} is sent.
            </span>
          )}
          <Button onClick={close}>Cancel</Button>
          <Button primary disabled={part === undefined} onClick={done}>
            {isNew ? 'Add' : 'Apply'}
          </Button>
        </>
      }
    >
      {isNew && !schema && <KindChoice kind={kind} onChoose={setKind} />}
      {kind === 'data' && (
        <div className="part-json">
          <CodeView name="Data of the part" text={json} onChange={setJson} schema={schema} />
        </div>
      )}
      {kind === 'url' && (
        <TextField
          label="File URL"
          mono
          value={url}
          placeholder="https://"
          onChange={setUrl}
          hint="Sent as is: the agent fetches it, Parley doesn’t."
        />
      )}
      {kind === 'text' && <TextArea label="Text of the part" rows={6} value={text} onChange={setText} />}
      <div className="field-row">
        <TextField label="Media type" mono value={mediaType} onChange={setMediaType} />
        {kind === 'url' && <TextField label="File name" value={filename} onChange={setFilename} />}
      </div>
    </Dialog>
  )
}

function close(): void {
  usePartEditor.setState({ edited: undefined })
}

function KindChoice({ kind, onChoose }: { readonly kind: PartKind; onChoose(kind: PartKind): void }) {
  return (
    <fieldset className="flex gap-16 mb-10">
      <legend className="visually-hidden">Kind of part</legend>
      {kinds.map(([id, name]) => (
        <label key={id}>
          <input type="radio" name="part-kind" checked={kind === id} onChange={() => onChoose(id)} /> {name}
        </label>
      ))}
    </fieldset>
  )
}

interface Written {
  readonly kind: PartKind
  /** Undefined while it is invalid JSON. */
  readonly data: JsonValue | undefined
  readonly url: string
  readonly text: string
  readonly mediaType: string
  readonly filename: string
}

/** Undefined while something is missing. */
function partOf({ kind, data, url, text, mediaType, filename }: Written): SayablePart | undefined {
  const typed = mediaType !== '' && { mediaType }
  switch (kind) {
    case 'data':
      return data === undefined ? undefined : { kind: 'data', data, ...typed }
    case 'url':
      return url === ''
        ? undefined
        : { kind: 'file-url', url, ...typed, ...(filename !== '' && { filename }) }
    case 'text':
      return text === '' ? undefined : { kind: 'text', text, ...typed }
  }
}

interface EditedPart {
  readonly agentId: string
  /** Undefined for a new one. */
  readonly partId?: number
  readonly data: JsonValue
  /** The schema that the agent sent. */
  readonly schema?: JsonObject
}
