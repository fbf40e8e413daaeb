// The only importer of pdf.js: draws an agent's PDF on a canvas. It gets bytes and fetches only our own fonts. Left out:
// scripts, XFA, links, attachments; annotations are drawn but do not act. The decoders for JPEG 2000 and JBIG2 are WebAssembly,
// which our policy blocks, and the tables for East Asian encodings are larger than the rest: a page that needs them reports
// that something is missing. The worker is stopped when it takes too long.

import {
  AnnotationMode,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist'
import Worker from 'pdfjs-dist/build/pdf.worker.mjs?worker'
import { maxPdfPixels, type PageSize, pageSize } from './page-size.ts'
import { fontUrls } from './standard-fonts.ts'

export type PdfProblem = 'broken' | 'broken-page' | 'locked' | 'large' | 'slow'

export interface Pdf {
  readonly pageCount: number
  draw(pageToDraw: PageToDraw, signal: AbortSignal): Promise<DrawnPage | PdfProblem>
  close(): void
}

export interface PageToDraw {
  readonly number: number
  /** Available width in CSS pixels. */
  readonly room: number
  /** Factor on the size that fits the room. */
  readonly zoom: number
}

export interface DrawnPage {
  readonly size: PageSize
  readonly canvas: HTMLCanvasElement
  /** The page's text, laid invisibly over the canvas, so that it can be selected. */
  readonly text: HTMLElement
  /** What of the PDF could not be drawn. */
  readonly lacks: 'pictures' | 'characters' | undefined
}

/** Of a PDF that is drawn; a larger one can be saved only. */
export const maxPdfBytes = 64 * 1024 * 1024
/** Time to draw a page of a PDF; then it is reported as too slow. */
export const maxPdfMs = 20_000
/** Pieces of a page's text for screen readers; a page with more has only its picture. */
const maxPdfTexts = 3_000
/** Of a page's text for screen readers; a page with more has only its picture. */
const maxPdfChars = 100_000

export async function openPdf(bytes: Uint8Array): Promise<Pdf | PdfProblem> {
  if (bytes.length > maxPdfBytes) return 'large'
  const worker = new Worker()
  let lacks: DrawnPage['lacks']
  const loading = getDocument({
    // A copy, since the worker takes over the buffer.
    data: bytes.slice(),
    // pdf.js accepts a Worker; its types expect null.
    worker: new PDFWorker({ port: worker as unknown as null, verbosity: VerbosityLevel.ERRORS }),
    BinaryDataFactory: binaryData((missing) => {
      lacks = missing
    }),
    enableXfa: false,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: maxPdfPixels * 4,
    canvasMaxAreaInBytes: maxPdfPixels * 4,
    verbosity: VerbosityLevel.ERRORS,
  })

  function close(): void {
    // Not awaited: a busy worker does not answer.
    loading.destroy().catch(() => undefined)
    worker.terminate()
    TextLayer.cleanup()
  }

  const opened = await inTime(loading.promise)
  if (typeof opened === 'string') {
    close()
    return opened
  }
  return {
    pageCount: opened.numPages,
    close,
    async draw(pageToDraw, signal) {
      const drawn = await inTime(drawPage(opened, pageToDraw, signal))
      if (drawn === 'slow') close()
      if (typeof drawn === 'string') return drawn === 'broken' ? 'broken-page' : drawn
      return { ...drawn, lacks }
    },
  }
}

async function drawPage(
  document: PDFDocumentProxy,
  { number, room, zoom }: PageToDraw,
  signal: AbortSignal,
): Promise<Omit<DrawnPage, 'lacks'>> {
  const page = await document.getPage(number)
  const size = pageSize(page.getViewport({ scale: 1 }), room, zoom, devicePixelRatio)
  const canvas = window.document.createElement('canvas')
  canvas.ariaHidden = 'true'
  canvas.width = Math.max(1, Math.floor(size.width * size.density))
  canvas.height = Math.max(1, Math.floor(size.height * size.density))
  const drawing = page.render({
    canvas,
    viewport: page.getViewport({ scale: size.scale * size.density }),
    annotationMode: AnnotationMode.ENABLE,
  })
  const stop = () => drawing.cancel()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    await drawing.promise
  } finally {
    signal.removeEventListener('abort', stop)
  }
  const text = await textOf(page, size.scale)
  page.cleanup()
  return { size, canvas, text }
}

async function textOf(page: PDFPageProxy, scale: number): Promise<HTMLElement> {
  const container = window.document.createElement('div')
  container.className = 'pdf-text'
  const viewport = page.getViewport({ scale })
  container.style.setProperty('--total-scale-factor', String(viewport.scale))
  let texts = 0
  let characters = 0
  const bounded = new TransformStream<TextContent, TextContent>({
    transform(content, controller) {
      const items = content.items.filter((item) => {
        texts += 1
        characters += 'str' in item ? item.str.length : 0
        return texts <= maxPdfTexts && characters <= maxPdfChars
      })
      controller.enqueue({ ...content, items })
      if (items.length < content.items.length) controller.terminate()
    },
  })
  const textContentSource = page.streamTextContent().pipeThrough(bounded)
  await new TextLayer({ textContentSource, container, viewport }).render()
  return container
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

async function inTime<T>(work: Promise<T>): Promise<T | PdfProblem> {
  const over = Promise.withResolvers<PdfProblem>()
  const timer = setTimeout(() => over.resolve('slow'), maxPdfMs)
  try {
    return await Promise.race([work, over.promise])
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken'
  } finally {
    clearTimeout(timer)
  }
}

function binaryData(missing: (what: DrawnPage['lacks']) => void) {
  return class {
    async fetch({
      kind,
      filename,
    }: {
      readonly kind: string
      readonly filename: string
    }): Promise<Uint8Array> {
      const url = fontUrls[filename]
      if (kind === 'standardFontDataUrl' && url !== undefined) {
        return new Uint8Array(await (await fetch(url)).arrayBuffer())
      }
      missing(kind === 'wasmUrl' ? 'pictures' : 'characters')
      throw new Error(`${filename} is not carried along.`)
    }
  }
}
