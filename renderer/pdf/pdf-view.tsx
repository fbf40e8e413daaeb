// A PDF, one page at a time on one canvas.
// biome-ignore-all lint/style/noDefaultExport: loaded when a PDF is looked at
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard

import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { shorten } from '#shared/shorten.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { formatBytes, formatCount } from '../ui/format.ts'
import { useWidth } from '../ui/hooks.ts'
import {
  type DrawnPage,
  maxPdfBytes,
  maxPdfMs,
  openPdf,
  type PageToDraw,
  type Pdf,
  type PdfProblem,
} from './open-pdf.ts'
import './pdf.css'

export interface PdfViewProps {
  readonly bytes: Uint8Array
  readonly name: string
}

const zooms = [1, 1.25, 1.5, 2, 3, 4]

export default function PdfView({ bytes, name }: PdfViewProps) {
  const opened = usePdf(bytes)
  const pdf = typeof opened === 'object' ? opened : undefined
  const [number, setNumber] = useState(1)
  const [step, setStep] = useState(0)
  const { ref: frame, widthPx } = useWidth<HTMLElement>()
  const box = useRef<HTMLDivElement>(null)
  const zoom = zooms[step] ?? 1
  const shown = usePdfPage(pdf, { number, room: Math.max(0, widthPx - 2 * framePadding), zoom }, box)
  const problem = typeof opened === 'string' ? opened : shown.state === 'problem' ? shown.problem : undefined
  const last = pdf?.pageCount ?? 1

  function turnTo(page: number): void {
    setNumber(Math.min(Math.max(1, page), last))
    frame.current?.scrollTo(0, 0)
  }

  function enlarge(by: number): void {
    setStep(Math.min(Math.max(0, step + by), zooms.length - 1))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const turn = turns[event.key]
    const enlargement = enlargements[event.key]
    if (turn) turnTo(turn(number, last))
    else if (enlargement !== undefined) enlarge(enlargement)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  if (problem !== undefined && problem !== 'broken-page')
    return <p className="notice">{sentences[problem]}</p>
  const lacks = shown.state === 'drawn' ? shown.page.lacks : undefined
  return (
    <div className="pdf-view">
      <div className="pdf-bar line wraps gap-4 rule-below small">
        {pdf && <PageTurner number={number} last={last} onTurn={turnTo} />}
        <span className="line gap-4 to-end">
          <IconButton
            label="Smaller"
            icon={<ZoomOut size={14} />}
            disabled={step === 0}
            onClick={() => enlarge(-1)}
          />
          <IconButton
            label="Larger"
            icon={<ZoomIn size={14} />}
            disabled={step === zooms.length - 1}
            onClick={() => enlarge(1)}
          />
          <Button disabled={step === 0} onClick={() => setStep(0)}>
            Fit
          </Button>
        </span>
      </div>
      <section
        ref={frame}
        className="pdf-desk"
        tabIndex={0}
        aria-label={pdf ? `${shorten(name)}, page ${number} of ${last}` : shorten(name)}
        aria-busy={shown.state === 'drawing'}
        onKeyDown={onKeyDown}
      >
        {shown.state === 'drawing' && <p className="faint">Loading…</p>}
        {problem === 'broken-page' && <p className="dim">{sentences[problem]}</p>}
        <div
          ref={box}
          className="pdf-page"
          style={
            shown.state === 'drawn' ? { width: shown.page.size.width, height: shown.page.size.height } : {}
          }
        />
      </section>
      {lacks && <p className="faint pdf-lacks">{lacking[lacks]}</p>}
    </div>
  )
}

const turns: Readonly<Record<string, (number: number, last: number) => number>> = {
  PageDown: (number) => number + 1,
  PageUp: (number) => number - 1,
  Home: () => 1,
  End: (_number, last) => last,
}
const enlargements: Readonly<Record<string, number>> = { '+': 1, '-': -1, '0': -zooms.length }

/** As in pdf.css. */
const framePadding = 10

const sentences: Readonly<Record<PdfProblem, string>> = {
  broken: 'This PDF is damaged and can’t be shown. “Save as…” saves the original bytes.',
  'broken-page': 'This page is damaged and can’t be shown.',
  locked: 'This PDF is locked with a password. Save it to open it elsewhere.',
  large: `A PDF of more than ${formatBytes(maxPdfBytes)} is not shown here. Save it to open it elsewhere.`,
  slow: `This PDF was not drawn within ${maxPdfMs / 1000} seconds, so Parley stopped. Save it to open it elsewhere.`,
}

const lacking = {
  pictures: 'Some pictures are left out: Parley does not decode JPEG 2000 and JBIG2.',
  characters: 'Some characters are left out: Parley has no tables for older East Asian encodings.',
} as const

function usePdf(bytes: Uint8Array): Pdf | PdfProblem | undefined {
  const [opened, setOpened] = useState<Pdf | PdfProblem>()
  useEffect(() => {
    let gone = false
    const opening = openPdf(bytes)
    void opening.then((result) => {
      if (!gone) setOpened(result)
    })
    return () => {
      gone = true
      void opening.then((result) => typeof result === 'object' && result.close())
    }
  }, [bytes])
  return opened
}

interface PageTurnerProps {
  readonly number: number
  readonly last: number
  /** Called with any number; the nearest page is shown. */
  onTurn(number: number): void
}

/** The page number as a field, with previous and next. */
function PageTurner({ number, last, onTurn }: PageTurnerProps) {
  const [typed, setTyped] = useState(String(number))
  useEffect(() => setTyped(String(number)), [number])
  if (last === 1) return <span className="pdf-number num dim nowrap">1 page</span>

  function turn(): void {
    const requested = Number.parseInt(typed, 10)
    setTyped(String(number))
    if (!Number.isNaN(requested)) onTurn(requested)
  }

  return (
    <>
      <IconButton
        label="Previous page"
        icon={<ChevronLeft size={14} />}
        disabled={number <= 1}
        onClick={() => onTurn(number - 1)}
      />
      <span className="pdf-number num dim nowrap">
        <input
          className="input"
          aria-label="Page"
          inputMode="numeric"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={turn}
          onKeyDown={({ key }) => key === 'Enter' && turn()}
        />{' '}
        of {formatCount(last)}
      </span>
      <IconButton
        label="Next page"
        icon={<ChevronRight size={14} />}
        disabled={number >= last}
        onClick={() => onTurn(number + 1)}
      />
    </>
  )
}

type PageState =
  | { readonly state: 'drawing' }
  | { readonly state: 'drawn'; readonly page: DrawnPage; readonly number: number }
  | { readonly state: 'problem'; readonly problem: PdfProblem }

/** Draws the page into the box. The previous page stays until the next is drawn, so that nothing flickers. */
function usePdfPage(
  pdf: Pdf | undefined,
  { number, room, zoom }: PageToDraw,
  box: RefObject<HTMLElement | null>,
): PageState {
  const [shown, setShown] = useState<PageState>({ state: 'drawing' })
  useEffect(() => {
    if (!pdf || room === 0) return
    const stop = new AbortController()
    void pdf.draw({ number, room, zoom }, stop.signal).then((page) => {
      if (stop.signal.aborted) return
      if (typeof page === 'string') {
        box.current?.replaceChildren()
        setShown({ state: 'problem', problem: page })
        return
      }
      box.current?.replaceChildren(page.canvas, page.text)
      setShown({ state: 'drawn', page, number })
    })
    return () => stop.abort()
  }, [pdf, number, room, zoom, box])
  return shown
}
