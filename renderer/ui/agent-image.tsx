// An image of an agent, drawn only after a look at what it would cost, and never where it could hold the window: pixels are unpacked
// beside the page and arrive as a finished bitmap, a drawing lies in a frame without rights, which browsers give a process of its own.

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { fileLimits, type ImageLimits, readImage } from '#shared/image/read-image.ts'
import { base64Of } from './base64.ts'
import { useRenderSlot } from './drawing/use-render-slot.ts'
import './pieces.css'

interface AgentImageProps {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The accessible name; an image without one is decoration. */
  readonly name: string
  readonly className?: string
  readonly limits?: ImageLimits
  /** In its place, with a sentence on why it is not drawn. */
  refused(reason: string): ReactNode
}

/** Of a frame, in elements of a page. */
const frameCost = 200

export function AgentImage({ bytes, name, className = '', limits = fileLimits, refused }: AgentImageProps) {
  const reading = useMemo(() => readImage(bytes, limits, textOf), [bytes, limits])
  const [failure, setFailure] = useState<{ readonly bytes: Uint8Array; readonly reason: string }>()
  const onFail = useCallback((reason: string) => setFailure({ bytes, reason }), [bytes])
  const isTurn = useRenderSlot(frameCost)
  if (reading.kind === 'refused') return refused(reading.reason)
  if (failure?.bytes === bytes) return refused(failure.reason)
  if (!isTurn) return null
  const shown = { bytes, name, className, size: reading.size, onFail }
  return reading.mediaType === 'image/svg+xml' ? <Drawing {...shown} /> : <Pixels {...shown} />
}

interface ShownProps extends Required<Pick<AgentImageProps, 'bytes' | 'name' | 'className'>> {
  readonly size: { readonly width: number; readonly height: number } | undefined
  onFail(reason: string): void
}

const broken = 'The image is broken and can’t be drawn.'
const tooSlow = 'The image took too long to draw.'
/** Time for an image to be drawn; it then reports that it took too long. */
const maxDrawingMs = 5_000

/** The first picture of an animation: one that moves would be drawn for as long as it is there. */
function Pixels({ bytes, name, className, size, onFail }: ShownProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    createImageBitmap(new Blob([bytes]))
      .then((bitmap) => {
        if (isGone || !canvas.current) return bitmap.close()
        canvas.current.width = bitmap.width
        canvas.current.height = bitmap.height
        canvas.current.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
      })
      .catch(() => !isGone && onFail(broken))
    return () => {
      isGone = true
    }
  }, [bytes, onFail])
  return <canvas ref={canvas} className={className} {...size} {...roleOf(name)} />
}

const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
const style =
  'html,body{margin:0;height:100%;overflow:hidden}img{display:block;width:100%;height:100%;object-fit:contain}'
/** Of a drawing that does not say, as browsers have it. */
const usualSize = { width: 300, height: 150 }

function Drawing({ bytes, name, className, size = usualSize, onFail }: ShownProps) {
  const page = useMemo(
    () =>
      `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${style}</style>` +
      `<img alt="" src="data:image/svg+xml;base64,${base64Of(bytes)}">`,
    [bytes],
  )
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (isDrawn) return
    const timer = setTimeout(() => onFail(tooSlow), maxDrawingMs)
    return () => clearTimeout(timer)
  }, [isDrawn, onFail])
  return (
    <iframe
      title={name || 'Image'}
      className={`${className} agent-drawing`}
      width={Math.round(size.width)}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      sandbox=""
      referrerPolicy="no-referrer"
      tabIndex={-1}
      srcDoc={page}
      onLoad={() => setDrawn(true)}
      {...roleOf(name)}
    />
  )
}

function roleOf(name: string) {
  return name === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
