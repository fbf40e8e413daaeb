// Exports and imports sessions for a window, as tasks with progress that end with their consumer.

import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { ExportStep, FileFormat, ImportStep } from '#shared/contract/session-files.ts'
import type { OpenedSession, SessionView } from '#shared/contract/sessions.ts'
import { privateFile, privateFolder } from '../../data-folder/private-files.ts'
import { datedFileName } from '../../platform/files.ts'
import { writeTraces } from '../../traces/write-traces.ts'
import type { Archive } from '../archive.ts'
import { maxHarBytes } from '../har/har-file.ts'
import { importHar } from '../har/import-har.ts'
import { writeHar } from '../har/write-har.ts'
import { writePage } from '../html/write-page.ts'
import { type Masking, revealing } from './body-lines.ts'
import { fileExtension, transferSteps } from './format.ts'
import { Importing } from './import-session.ts'
import { readSession } from './read-session.ts'
import { type WriteSession, writeLines, writeSession } from './write-session.ts'

/** Files being exported or imported; the oldest is dropped, and the next request for it refused. */
const maxTransfers = 16
/** Of one file to read; a larger one is refused with a sentence. */
const maxTransferBytes = 4 * 1024 * 1024 * 1024

type SessionFileInputs = Inputs['sessionFiles']

export interface SessionFilesDeps {
  readonly archive: Archive
  readonly view: (sessionId: string) => Promise<SessionView>
  readonly mask: Masking
  readonly reveal: (secretId: string) => string | undefined
  readonly version: string
  readonly dataDir: string
  /** The folder of the built parts of a page that shows a session. */
  readonly pageFolder: string | undefined
  readonly open: (sessionId: string) => Promise<OpenedSession>
}

export function createSessionFiles(deps: SessionFilesDeps) {
  const { archive, view, open, mask, reveal, version, pageFolder } = deps
  const transfers = createTransfers(deps.dataDir)

  async function exportTo(
    { sessionId, selection, format, secrets, messageText: withText = false }: SessionFileInputs['exporting'],
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<ExportStep> {
    const { record } = archive.find(sessionId)
    const session = await view(sessionId)
    const { id, path } = transfers.begin()
    const report = (done: number) => onProgress(done, session.entries)
    const common = { record, selection, mask, path, signal, onProgress: report }
    try {
      const hasSecrets = secrets && (format === 'har' || format === 'ndjson')
      // Secrets of ours don't belong beside addresses of an imported file.
      const hidden = hasSecrets && record === archive.recorded ? revealing(reveal) : mask
      const written: WriteSession = { ...common, session, mask: hidden }
      switch (format) {
        case 'parley':
          await writeSession(written)
          break
        case 'ndjson':
          await writeLines(written)
          break
        case 'har':
          await writeHar({ ...written, version })
          break
        case 'otlp':
        case 'otlp-protobuf':
          await writeTraces({ ...written, version, withText, as: format === 'otlp' ? 'json' : 'protobuf' })
          break
        case 'html': {
          await writePage({ ...common, opened: await open(sessionId), folder: pageFolder })
        }
      }
    } catch (error) {
      transfers.drop(id)
      throw error
    }
    const { size } = await stat(path)
    return { kind: 'ready', exportId: id, fileName: fileNameOf(session, format), sizeBytes: size }
  }

  async function importFrom(
    { uploadId, damaged }: SessionFileInputs['importing'],
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<ImportStep> {
    const path = transfers.pathOf(uploadId)
    const size = await readable(path)
    const total = 2 * size
    if ((await kindOf(path)) === 'har') return importFromHar(uploadId, path, size, signal, onProgress)
    const nothing = { onHead: () => undefined, onLine: () => undefined }
    // Read completely first, so that nothing of a damaged file is imported without consent.
    const damage = await readSession(
      path,
      { ...nothing, onProgress: (done) => onProgress(done, total) },
      signal,
    )
    if (damage !== undefined && damaged === 'refuse') return { kind: 'damaged', ...damage }
    const importing = new Importing(archive.imported())
    try {
      await readSession(
        path,
        {
          onHead: (head) => importing.onHead(head),
          onLine: (line) => importing.onLine(line),
          onProgress: (done) => onProgress(total / 2 + done, total),
        },
        signal,
      )
    } catch (error) {
      importing.undo()
      throw error
    }
    const sessionId = importing.finish()
    transfers.drop(uploadId)
    const sentence = damage && { sentence: damage.sentence }
    return { kind: 'done', sessionId, name: (await view(sessionId)).name, ...sentence }
  }

  async function importFromHar(
    uploadId: string,
    path: string,
    size: number,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<ImportStep> {
    if (size > maxHarBytes)
      throw new Fault(
        'bad-input',
        `This HAR file is larger than ${maxHarBytes / 1024 / 1024} MB, which is the most that Parley reads.`,
      )
    const chunks = () => createReadStream(path)
    const har = await importHar(archive.imported(), chunks, 'Imported HAR', signal, (part) =>
      onProgress(part * size, size),
    )
    transfers.drop(uploadId)
    return { kind: 'done', name: (await view(har.sessionId)).name, ...har }
  }

  return {
    offer: transfers.offer,
    append: transfers.append,
    read: transfers.read,
    drop: transfers.drop,
    beginUpload: (): { readonly uploadId: string } => ({ uploadId: transfers.begin().id }),
    exporting: (request: SessionFileInputs['exporting'], signal?: AbortSignal): AsyncGenerator<ExportStep> =>
      transferSteps<ExportStep>((...on) => exportTo(request, ...on), signal),
    importing: (request: SessionFileInputs['importing'], signal?: AbortSignal): AsyncGenerator<ImportStep> =>
      transferSteps<ImportStep>((...on) => importFrom(request, ...on), signal),
    close: transfers.close,
  }
}

const extensions: Readonly<Record<FileFormat, string>> = {
  parley: fileExtension,
  html: '.html',
  har: '.har',
  ndjson: '.ndjson',
  otlp: '.otlp.jsonl',
  'otlp-protobuf': '.otlp.pb',
}

/** Our files are compressed, or begin with their head. */
async function kindOf(path: string): Promise<'ours' | 'har'> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    const head = buffer.subarray(0, bytesRead).toString('latin1')
    // PowerShell writes UTF-16; JSON files are UTF-8 (RFC 8259, 8.1).
    if (/^(?:\xff\xfe|\xfe\xff|\{\0|\0\{)/.test(head)) {
      throw new Fault('bad-input', 'This file is UTF-16 text. Save it as UTF-8, and open that.')
    }
    const start = head.replace(/^\xef\xbb\xbf/, '').trimStart()
    return start.startsWith('{') && !start.startsWith('{"parley"') ? 'har' : 'ours'
  } finally {
    await file.close()
  }
}

function fileNameOf({ name, agents, createdAt }: SessionView, format: FileFormat): string {
  return datedFileName([name, agents[0]?.name ?? '', 'session'], createdAt, extensions[format])
}

// Temporary files of exports and imports: in a separate folder, few at a time, deleted when Parley starts or ends. A
// file that the user named on the command line is read in place and never deleted.

interface Transfer {
  readonly path: string
  readonly isOurs: boolean
}

function createTransfers(dataDir: string) {
  const folder = join(dataDir, 'transfers')
  const transfers = new Map<string, Transfer>()
  // Left by a crash.
  rmSync(folder, { recursive: true, force: true })

  const drop = (id: string): boolean => {
    const transfer = transfers.get(id)
    if (transfer?.isOurs) rmSync(transfer.path, { force: true })
    return transfers.delete(id)
  }
  const add = (id: string, transfer: Transfer) => {
    transfers.set(id, transfer)
    const oldest = transfers.keys().next()
    if (transfers.size > maxTransfers && !oldest.done) drop(oldest.value)
  }
  const pathOf = (id: string): string => {
    const transfer = transfers.get(id)
    if (transfer === undefined) throw new Fault('not-found', 'This file is no longer here. Choose it again.')
    return transfer.path
  }

  return {
    begin(): { readonly id: string; readonly path: string } {
      mkdirSync(folder, privateFolder)
      const id = randomUUID()
      const path = join(folder, id)
      writeFileSync(path, '', privateFile)
      add(id, { path, isOurs: true })
      return { id, path }
    },
    offer(path: string): string {
      const id = randomUUID()
      add(id, { path, isOurs: false })
      return id
    },
    pathOf,
    async append(id: string, bytes: Uint8Array): Promise<number> {
      const path = pathOf(id)
      if (!transfers.get(id)?.isOurs) throw new Fault('bad-input', 'Nothing is written to this file.')
      await appendFile(path, bytes, privateFile)
      const { size } = await stat(path)
      if (size <= maxTransferBytes) return size
      drop(id)
      throw new Fault('bad-input', 'This file is larger than a recording would be.')
    },
    async read(id: string, offset: number, length: number): Promise<Buffer> {
      const file = await open(pathOf(id), 'r')
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    drop,
    close() {
      for (const id of [...transfers.keys()]) drop(id)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function readable(path: string): Promise<number> {
  try {
    const facts = await stat(path)
    if (!facts.isFile()) throw new Fault('bad-input', `${path} is not a file.`)
    await new Promise<void>((resolve, reject) => {
      const probe = createReadStream(path, { end: 0 })
      probe.once('error', reject).once('close', resolve).resume()
    })
    return facts.size
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('not-found', `${path} cannot be read.`)
  }
}
