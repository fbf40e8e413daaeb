// Writes a session in the formats of the window's export, piece by piece, to a file or to standard output.

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { appendFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { privateFile } from '#engine/data-folder/private-files.ts'
import type { Engine } from '#engine/engine.ts'
import { maxPieceBytes } from '#shared/bounded.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { Writer } from '../caller.ts'
import { WrongUsage } from '../verb.ts'

type Files = Engine['sessions']['files']
type ExportRequest = Inputs['sessionFiles']['exporting']

/** An existing file is replaced by a complete one, or stays. */
export async function writeExport(
  files: Files,
  request: ExportRequest,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  // A device or a pipe can't be replaced: it is written directly.
  const isReplaced = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true
  const draft = isReplaced ? `${path}.part` : path
  let isBegun = false
  try {
    for await (const piece of exported(files, request, signal)) {
      if (!isBegun && isReplaced) await rm(draft, { force: true })
      isBegun = true
      await appendFile(draft, piece, privateFile)
    }
    if (isBegun && isReplaced) await rename(draft, path)
  } catch (error) {
    if (isReplaced) await rm(draft, { force: true })
    throw error
  }
}

/** Checked before anything is recorded. */
export function refuseUnwritable(path: string): void {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK)
  } catch {
    throw new WrongUsage(`--out: ${path} can't be written.`)
  }
}

/** Waits for the reader of the pipe. */
export async function printExport(
  files: Files,
  request: ExportRequest,
  stdout: Writer,
  signal: AbortSignal,
): Promise<void> {
  for await (const piece of exported(files, request, signal)) {
    if (signal.aborted) return
    await new Promise<void>((resolve) => stdout.write(piece, () => resolve()))
  }
}

async function* exported(files: Files, request: ExportRequest, signal?: AbortSignal): AsyncIterable<Buffer> {
  for await (const step of files.exporting(request, signal)) {
    if (step.kind !== 'ready') continue
    try {
      for (let offset = 0; offset < step.sizeBytes; offset += maxPieceBytes) {
        yield await files.read(step.exportId, offset, maxPieceBytes)
      }
    } finally {
      files.drop(step.exportId)
    }
  }
}
