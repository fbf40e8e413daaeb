// Draws a file by its kind. Images, audio and video use the browser's own elements, which run nothing; everything else is text,
// a table or a card.

import { useEffect, useMemo, useState } from 'react'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { PdfViewProps } from '../../../pdf/pdf-view.tsx'
import { AgentImage } from '../../../ui/agent-image.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Code } from '../../../ui/code/code.tsx'
import { type LatePart, LoadFailed, useLatePart } from '../../../ui/lazy-part.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { DataTree } from './data-tree.tsx'
import { type FileFacts, looksLikeText } from './file-kind.ts'
import { HtmlPreview } from './html-preview.tsx'
import type { Bytes } from './load-bytes.ts'
import { CsvTable } from './table-view.tsx'

const pdfView: LatePart<PdfViewProps> = {
  load: () => import('../../../pdf/pdf-view.tsx').then((module) => module.default),
}

interface FileContentProps {
  readonly bytes: Bytes
  readonly facts: FileFacts
  readonly name: string
}

export function FileContent({ bytes, facts, name }: FileContentProps) {
  switch (facts.kind) {
    case 'image':
      return <Picture bytes={bytes} name={name} />
    case 'audio':
    case 'video':
      return <Media bytes={bytes} type={facts.type} name={name} kind={facts.kind} />
    case 'csv':
    case 'json':
    case 'markdown':
    case 'html':
    case 'text':
      return <TextFile bytes={bytes} kind={facts.kind} language={name.split('.').at(-1) ?? ''} />
    case 'pdf':
      return <PdfFile bytes={bytes} name={name} />
    case 'other':
      return null
  }
}

function PdfFile(props: PdfViewProps) {
  const view = useLatePart(pdfView)
  if (view.state === 'loading') return <p className="faint">Loading…</p>
  if (view.state === 'there') return <view.Part {...props} />
  return <LoadFailed what="the PDF viewer" state={view.state} />
}

function Picture({ bytes, name }: { readonly bytes: Bytes; readonly name: string }) {
  const [asText, setAsText] = useState(false)
  const isText = looksLikeText(bytes.subarray(0, 512))
  if (asText) return <TextFile bytes={bytes} kind="text" language="xml" />
  return (
    <div className="file-picture">
      <AgentImage
        bytes={bytes}
        name={visibleString(name)}
        refused={(reason) => (
          <p className="notice">
            <span>
              {reason} {isText && <LinkButton onClick={() => setAsText(true)}>Show as text</LinkButton>}
            </span>
          </p>
        )}
      />
    </div>
  )
}

interface MediaProps {
  readonly bytes: Bytes
  readonly type: string
  readonly name: string
  readonly kind: 'audio' | 'video'
}

function Media({ bytes, type, name, kind }: MediaProps) {
  const url = useObjectUrl(bytes, type)
  if (!url) return null
  return kind === 'audio' ? (
    // biome-ignore lint/a11y/useMediaCaption: an agent's file has none
    <audio className="file-media" controls preload="metadata" aria-label={visibleString(name)} src={url} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: an agent's file has none
    <video className="file-media" controls preload="metadata" aria-label={visibleString(name)} src={url} />
  )
}

/** Of a file's text before "Show more". */
const maxFirstFileChars = 20_000

interface TextFileProps {
  readonly bytes: Bytes
  readonly kind: 'csv' | 'json' | 'markdown' | 'html' | 'text'
  readonly language: string
}

function TextFile({ bytes, kind, language }: TextFileProps) {
  const text = useMemo(() => new TextDecoder().decode(bytes), [bytes])
  const [preview, setPreview] = useState(false)
  const json = useMemo(() => (kind === 'json' ? parsedJson(text) : undefined), [kind, text])
  if (kind === 'csv') return <CsvTable text={text} />
  if (kind === 'markdown') return <Markdown text={text} limit={maxFirstFileChars} />
  if (json !== undefined) return <DataTree value={json} />
  return (
    <>
      {kind === 'html' && (
        <p className="flex gap-6">
          <Button aria-pressed={preview} onClick={() => setPreview(!preview)}>
            {preview ? 'Show the source' : 'Isolated preview'}
          </Button>
        </p>
      )}
      {preview ? <HtmlPreview html={text} /> : <Source text={text} language={language} />}
    </>
  )
}

function Source({ text, language }: { readonly text: string; readonly language: string }) {
  const [shown, setShown] = useState(maxFirstFileChars)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="file-source verbatim scrolls well py-8 px-10" tabIndex={0}>
        <Code text={text.slice(0, shown)} language={language} />
      </pre>
      {text.length > shown && <LinkButton onClick={() => setShown(shown * 4)}>Show more</LinkButton>}
    </>
  )
}

/** An object URL for the bytes, while they are on screen. */
function useObjectUrl(bytes: Bytes, type: string): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return url
}
