// One body in every form: formatted, as text, as bytes, as the decoded model.

import { Copy } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { HoverSchema } from '#shared/a2a/hover-schema.ts'
import { resolvePointer } from '#shared/a2a/rules/pointer.ts'
import { layingOut } from '#shared/json/json-layout.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { Body } from '#shared/record/entry.ts'
import { CodeView } from '../../../editor/code-view.tsx'
import type { JsonMark } from '../../../editor/json-editor.tsx'
import { useSteps } from '../../../record/use-steps.ts'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/field.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menu.tsx'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { type LoadedBody, useBody } from './use-body.ts'
import '../console.css'

interface BodyViewProps {
  readonly name: string
  readonly body: Body
  /** A readable form of binary bytes, such as the ProtoJSON of a gRPC message. */
  readonly readable?: Body | undefined
  readonly marks?: readonly JsonMark[] | undefined
  readonly reveal?: { readonly pointer: string } | undefined
  /** Decodes the text to JSON; undefined without a decoder. */
  decode?(text: string): unknown
  readonly schema?: HoverSchema | undefined
}

/** Of JSON that is formatted; a longer one is shown as it arrived, and reports it. */
const maxLaidOutChars = 8_000_000

const forms = ['Pretty', 'Raw', 'Hex', 'Decoded'] as const
type Form = (typeof forms)[number]

export function BodyView({ name, body, readable, marks, reveal, decode, schema }: BodyViewProps) {
  const [requested, setRequested] = useState<Form>('Pretty')
  const [pointer, setPointer] = useState('')
  const loaded = useBody(body)
  const read = useBody(readable)
  const shown = readable === undefined ? loaded : read
  const form = reveal !== undefined && requested !== 'Pretty' && requested !== 'Raw' ? 'Pretty' : requested
  const loadMore = () => {
    loaded.more()
    read.more()
  }
  const offered = decode === undefined ? forms.slice(0, 3) : forms
  return (
    <section className="body-view column full-height" aria-label={name}>
      <div className="body-tools line gap-8 rigid">
        <Segments<Form> label="How to show the body" options={offered} value={form} onChange={setRequested} />
        <span className="dim num small">{sizeWords(body, loaded)}</span>
        <span className="spacer" />
        <CopyMenu loaded={loaded} text={shown.text} pointer={pointer} />
      </div>
      <div className="fills anchor">
        {loaded.problem !== undefined && <p className="notice">{loaded.problem}</p>}
        {loaded.problem === undefined && (
          <Content
            form={form}
            name={name}
            loaded={loaded}
            shown={shown}
            {...{ marks, reveal, decode, schema }}
            onPointer={setPointer}
          />
        )}
      </div>
      {form === 'Pretty' && shown.text.length > maxLaidOutChars && (
        <p className="line gap-10 rigid rule-above dim small py-5 px-12">Too long to format.</p>
      )}
      {!loaded.complete && loaded.bytes !== undefined && (
        <p className="line gap-10 rigid rule-above dim small py-5 px-12">
          The first {formatBytes(loaded.bytes.length)} of {formatBytes(loaded.sizeBytes)}.
          <Button onClick={loadMore} disabled={loaded.loading}>
            {loaded.loading ? 'Loading…' : 'Load more'}
          </Button>
        </p>
      )}
    </section>
  )
}

interface ContentProps {
  readonly form: Form
  readonly name: string
  readonly loaded: LoadedBody
  readonly shown: LoadedBody
  readonly marks: readonly JsonMark[] | undefined
  readonly reveal: { readonly pointer: string } | undefined
  readonly decode: ((text: string) => unknown) | undefined
  readonly schema: HoverSchema | undefined
  onPointer(pointer: string): void
}

function Content(props: ContentProps) {
  const { form, name, loaded, shown, marks, reveal, decode, schema, onPointer } = props
  const { text, complete } = shown
  const laidOut = complete && text.length <= maxLaidOutChars ? text : ''
  const pretty = useSteps(useCallback(() => layingOut(laidOut), [laidOut]))
  const decoded = useMemo(
    () => (form === 'Decoded' && decode ? JSON.stringify(decode(text), null, 2) : ''),
    [form, decode, text],
  )
  if (loaded.bytes === undefined) return <p className="dim py-10 px-12">Loading…</p>
  if (loaded.bytes.length === 0) return <p className="dim py-10 px-12">Empty.</p>
  switch (form) {
    case 'Pretty':
      if (pretty === undefined) return <p className="dim py-10 px-12">Loading…</p>
      return pretty.value === undefined ? (
        <CodeView name={name} text={text} language="plaintext" />
      ) : (
        <CodeView
          name={name}
          text={pretty.value}
          schema={schema}
          {...(marks && { marks })}
          reveal={reveal}
          onPointer={onPointer}
        />
      )
    case 'Raw':
      return <CodeView name={`${name}, raw`} text={loaded.text} language="plaintext" />
    case 'Hex':
      return <HexView bytes={loaded.bytes} />
    case 'Decoded':
      return <CodeView name={`${name}, decoded`} text={decoded} />
  }
}

function sizeWords(body: Body, { sizeBytes }: LoadedBody): string {
  if (body.truncated) return `${formatBytes(body.sizeBytes)}, of which ${formatBytes(sizeBytes)} were kept`
  return formatBytes(body.sizeBytes)
}

interface CopyMenuProps {
  readonly loaded: LoadedBody
  readonly text: string
  readonly pointer: string
}

function CopyMenu({ loaded, text, pointer }: CopyMenuProps) {
  const copy = (copied: string) => () => void navigator.clipboard.writeText(copied)
  return (
    <Menu
      label="Copy body"
      button={<Copy size={13} />}
      items={() => {
        const value = valueAt(text, pointer)
        return [
          {
            label: loaded.complete ? 'Copy the body' : 'Copy what is loaded of the body',
            run: copy(text),
          },
          {
            label: 'Copy the value at the cursor',
            run: copy(value ?? ''),
            disabled: value === undefined,
          },
          {
            label: 'Copy its pointer',
            hint: shortened(pointer),
            run: copy(pointer),
            disabled: value === undefined,
          },
        ]
      }}
    />
  )
}

/** A string unquoted, anything else as JSON. */
function valueAt(text: string, pointer: string): string | undefined {
  const parsed = parsedJson(text)
  const value = parsed === undefined ? undefined : resolvePointer(parsed, pointer)
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Of a place's end in the menu, which then begins with "…". */
const maxPointerChars = 30

function shortened(pointer: string): string {
  return pointer.length > maxPointerChars
    ? `…${pointer.slice(-maxPointerChars)}`
    : pointer || '(entire response)'
}

const columns = [
  { id: 'offset', name: 'Offset', width: '68px' },
  { id: 'bytes', name: 'Bytes', width: '340px' },
  { id: 'text', name: 'Text', width: 'minmax(130px, 1fr)' },
] as const
const perRow = 16

function HexView({ bytes }: { readonly bytes: Uint8Array }) {
  return (
    <VirtualGrid
      name="Bytes"
      columns={columns}
      rowHeight={19}
      count={Math.ceil(bytes.length / perRow)}
      rowOf={(index) => ({
        offset: index * perRow,
        bytes: bytes.subarray(index * perRow, (index + 1) * perRow),
      })}
      isSelected={() => false}
      onSelect={() => undefined}
      cellsOf={(row) => [
        <span key="offset" className="mono faint">
          {row.offset.toString(16).padStart(8, '0')}
        </span>,
        <span key="bytes" className="mono hex-bytes">
          {[...row.bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}
        </span>,
        <span key="text" className="mono dim">
          {[...row.bytes]
            .map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·'))
            .join('')}
        </span>,
      ]}
    />
  )
}
