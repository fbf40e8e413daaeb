// An image from an agent. Its size is checked before it is drawn, and it cannot block the window: pixels are decoded off the
// main thread, and an SVG is drawn in a sandboxed frame, which browsers run in a process of its own.

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
  /** Rendered in its place, with the reason why it is not drawn. */
  refused(reason: string): ReactNode
}

/** Of a frame, in DOM elements. */
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
/** Time for an image to be drawn; then it is reported as too slow. */
const maxDrawingMs = 5_000

/** The first frame only: an animation would cost drawing time for as long as it is shown. */
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
/** Of an SVG without a size, as in browsers. */
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
