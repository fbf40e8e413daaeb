// The only importer of pdf.js: an agent's PDF as pages drawn on canvas. It is given bytes and fetches nothing but our own fonts. What a
// PDF can do besides being looked at is left out: scripts, XFA, links, attachments; annotations are drawn and do not act. Its decoders for
// JPEG 2000 and JBIG2 are WebAssembly, which our policy does not allow to be compiled, and its tables for East Asian encodings are
// larger than the rest: a page that wants them reports that something is missing. The worker that reads a PDF is stopped when it takes too long.

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
  /** CSS pixels to put the page into. */
  readonly room: number
  /** Over what fits the room. */
  readonly zoom: number
}

export interface DrawnPage {
  readonly size: PageSize
  readonly canvas: HTMLCanvasElement
  /** What stands on the page, to be selected: laid over the canvas, not seen. */
  readonly text: HTMLElement
  /** Something of the PDF that is not drawn. */
  readonly lacks: 'pictures' | 'characters' | undefined
}

/** Of a PDF that is drawn; a larger one reports it and can be saved. */
export const maxPdfBytes = 64 * 1024 * 1024
/** Time for a page of a PDF; drawing stops and reports it. */
export const maxPdfMs = 20_000
/** Pieces of text on a page that are handed to screen readers; past it only the picture is. */
const maxPdfTexts = 3_000
/** Of text on a page that is handed to screen readers; past it only the picture is. */
const maxPdfChars = 100_000

export async function openPdf(bytes: Uint8Array): Promise<Pdf | PdfProblem> {
  if (bytes.length > maxPdfBytes) return 'large'
  const worker = new Worker()
  let lacks: DrawnPage['lacks']
  const loading = getDocument({
    // Handed to the worker, so it is a copy.
    data: bytes.slice(),
    // A worker is what it takes; its declaration knows none.
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
    // Never waited for: a worker that is busy does not answer.
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
