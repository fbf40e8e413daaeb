import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '#shared/errors.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/feedback.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { themeColour } from '../../ui/svg.ts'
import { shortId } from '../../ui/visible-text.ts'
import { type Drawing, drawTimeline, maxDrawnRows, timelineText } from './draw-timeline.ts'
import type { Lane } from './lane-layout.ts'
import type { TaskTimeline } from './task-timeline.ts'
import './timeline.css'

interface TimelineExportDialogProps {
  readonly timeline: TaskTimeline
  readonly outline: Outline
  readonly lanes: readonly Lane[]
  onClose(): void
}

/** Rows in a timeline's text; a longer task is shared as a session. */
const maxCopiedRows = 5_000
const pixelsPerPoint = 2

export function TimelineExportDialog({ timeline, outline, lanes, onClose }: TimelineExportDialogProps) {
  const taken = useQuery({
    queryKey: ['timeline', 'export', timeline.task, timeline.filter, outline.lastSeq],
    queryFn: () => timeline.take(maxDrawnRows),
    placeholderData: keepPreviousData,
    // Secrets may have been recognised since.
    staleTime: 0,
  })
  const drawing = useMemo(
    () => taken.data && drawTimeline({ ...taken.data, lanes, colour: themeColour }),
    [lanes, taken.data],
  )
  const [done, setDone] = useState<string>()
  const name = `task-${shortId(outline.taskId).replace(/[^\w-]+/g, '-')}`
  const act = (run: () => Promise<void>, text: string) => {
    run().then(
      () => setDone(text),
      (error: unknown) => setDone(messageOf(error)),
    )
  }
  return (
    <Dialog
      wide
      title="Copy or save the timeline"
      onClose={onClose}
      actions={
        <>
          <span className="dim export-done" role="status">
            {done}
          </span>
          <Button
            onClick={() =>
              act(async () => {
                await navigator.clipboard.writeText(timelineText(await timeline.take(maxCopiedRows)))
              }, 'Copied.')
            }
          >
            Copy as text
          </Button>
          <Button
            disabled={!drawing}
            onClick={() =>
              drawing && act(async () => saveFile(svgBlob(drawing), `${name}.svg`), 'Saved as SVG.')
            }
          >
            Save as SVG
          </Button>
          <Button
            primary
            disabled={!drawing}
            onClick={() =>
              drawing && act(async () => saveFile(await pngBlob(drawing), `${name}.png`), 'Saved as PNG.')
            }
          >
            Save as PNG
          </Button>
        </>
      }
    >
      <Problem error={taken.error} />
      {drawing && (
        <img
          className="export-preview boxed full-width"
          alt="The timeline as it will be saved"
          src={`data:image/svg+xml,${encodeURIComponent(drawing.svg)}`}
        />
      )}
    </Dialog>
  )
}

function svgBlob({ svg }: Drawing): Blob {
  return new Blob([svg], { type: 'image/svg+xml' })
}

async function pngBlob(drawing: Drawing): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing.svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = drawing.widthPx * pixelsPerPoint
  canvas.height = drawing.heightPx * pixelsPerPoint
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('The picture is too large to be saved.')),
    )
  })
}
