// Transfers session files between the engine and this window in pieces: the browser stores a blob of pieces, not the memory of
// the page.

import { maxPieceBytes } from '#shared/bounded.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type {
  ExportStep,
  FileFormat,
  ImportStep,
  ProgressStep,
  Selection,
} from '#shared/contract/session-files.ts'
import { useLiveEngine } from '../../../host/engine.tsx'
import { base64Of, bytesOfBase64 } from '../../../ui/base64.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { useLongWork } from '../use-sessions.ts'

/** Follows the export of a session, for a dialog. */
export function useExport(onDone: () => void) {
  const { client } = useLiveEngine()
  return useLongWork(
    (request: ExportRequest, signal, onPart) => exportSession(client, request, signal, onPart),
    onDone,
  )
}

interface ExportRequest {
  readonly sessionId: string
  readonly selection: Selection
  readonly format: FileFormat
  readonly secrets?: boolean
  readonly messageText?: boolean
}

type OnProgress = (part: number) => void

/** The engine writes the file, which takes most of the time, then the window fetches it. */
const writingPart = 0.9

async function exportSession(
  { sessionFiles }: EngineClient,
  request: ExportRequest,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<void> {
  onProgress(0)
  const written: Extract<ExportStep, { kind: 'ready' }> = await resultOf(
    await sessionFiles.exporting(request, { signal }),
    (part) => onProgress(part * writingPart),
  )
  const { exportId, fileName, sizeBytes } = written
  try {
    let content = new Blob([])
    for (let offset = 0; offset < sizeBytes; offset += maxPieceBytes) {
      const { base64 } = await sessionFiles.readExport(
        { exportId, offset, length: maxPieceBytes },
        { signal },
      )
      content = new Blob([content, bytesOfBase64(base64)])
      onProgress(writingPart + (1 - writingPart) * (offset / sizeBytes))
    }
    saveFile(content, fileName)
  } finally {
    await sessionFiles.dropExport({ exportId })
  }
}

export async function upload(
  { sessionFiles }: EngineClient,
  file: File,
  signal: AbortSignal,
): Promise<string> {
  const { uploadId } = await sessionFiles.beginUpload(undefined, { signal })
  try {
    for (let offset = 0; offset < file.size; offset += maxPieceBytes) {
      const piece = new Uint8Array(await file.slice(offset, offset + maxPieceBytes).arrayBuffer())
      await sessionFiles.upload({ uploadId, base64: base64Of(piece) }, { signal })
    }
    return uploadId
  } catch (error) {
    await sessionFiles.dropUpload({ uploadId })
    throw error
  }
}

export type Imported = Exclude<ImportStep, { readonly kind: 'progress' }>

export async function importUpload(
  { sessionFiles }: EngineClient,
  request: { readonly uploadId: string; readonly damaged: 'refuse' | 'take-whole-part' },
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Imported> {
  return resultOf(await sessionFiles.importing(request, { signal }), onProgress)
}

type Step = { readonly kind: string }

async function resultOf<T extends Step>(
  steps: AsyncIterable<T | ProgressStep>,
  onProgress: OnProgress,
): Promise<Exclude<T, ProgressStep>> {
  for await (const step of steps) {
    if (!isProgress(step)) return step as Exclude<T, ProgressStep>
    onProgress(step.total === 0 ? 1 : Math.min(1, step.done / step.total))
  }
  throw new Error('The engine stopped before it was done.')
}

function isProgress(step: Step): step is ProgressStep {
  return step.kind === 'progress'
}
