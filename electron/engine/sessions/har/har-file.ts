// A HAR file that may come from anybody, a browser's or ours: what is read of it, within bounds.

import { z } from 'zod'

export const maxHarBytes = 256 * 1024 * 1024

const text = z.string().max(64 * 1024 * 1024)
const pair = z.object({ name: z.string().max(8_192), value: z.string().max(1_000_000) })
const milliseconds = z.number().nullish()

const frame = z.object({
  atMs: z.number().min(0),
  framing: z.enum(['sse', 'sse-comment', 'ndjson', 'grpc']),
  raw: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text }),
    z.object({ kind: z.literal('bytes'), base64: text }),
  ]),
})

export const harEntrySchema = z.object({
  startedDateTime: z.string().max(100),
  time: z.number().min(0).catch(0),
  request: z.object({
    method: z.string().min(1).max(64),
    url: z.string().max(65_536),
    headers: z.array(pair).max(2_000),
    postData: z
      .object({
        mimeType: z.string().max(1_000).optional(),
        text: text.optional(),
        _encoding: z.literal('base64').optional(),
      })
      .optional(),
  }),
  response: z.object({
    status: z.number().int().min(0).max(999).catch(0),
    statusText: z.string().max(8_192).catch(''),
    httpVersion: z.string().max(100).catch(''),
    headers: z.array(pair).max(2_000),
    content: z.object({ text: text.optional(), encoding: z.string().max(100).optional() }).catch({}),
    _error: z.string().max(10_000).nullish(),
  }),
  timings: z
    .object({ dns: milliseconds, connect: milliseconds, ssl: milliseconds, wait: milliseconds })
    .partial()
    .catch({}),
  serverIPAddress: z.string().max(200).optional().catch(undefined),
  _frames: z.array(frame).max(100_000).optional(),
})
export type HarFileEntry = z.infer<typeof harEntrySchema>

/** Undefined when it is no HAR. Entries that are none are counted, not kept. */
export async function readHar(
  content: string,
  breathe: () => Promise<void>,
): Promise<
  { readonly creator: string; readonly entries: readonly HarFileEntry[]; readonly broken: number } | undefined
> {
  const log = fileSchema.safeParse(parsed(content))
  if (!log.success) return undefined
  const { creator, entries } = log.data.log
  const whole: HarFileEntry[] = []
  for (const entry of entries) {
    const read = harEntrySchema.safeParse(entry)
    if (read.success) whole.push(read.data)
    await breathe()
  }
  return { creator: creator?.name ?? '', entries: whole, broken: entries.length - whole.length }
}

const fileSchema = z.object({
  log: z.object({
    creator: z
      .object({ name: z.string().max(200) })
      .optional()
      .catch(undefined),
    entries: z.array(z.unknown()).max(1_000_000),
  }),
})

function parsed(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
