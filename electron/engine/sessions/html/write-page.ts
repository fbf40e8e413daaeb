// Writes one HTML file that shows a session in any browser: the panes of the window, their style and the session, in a
// page without network access. Its policy allows only its one script and style; the session is compressed, as text that
// is neither run nor parsed as markup.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Fault } from '#shared/contract/fault.ts'
import { writePrivately } from '../../data-folder/private-files.ts'
import { type PageOfSession, pageLines } from './page-lines.ts'

/** Of a session as one page, unpacked; it is refused with the bound and an alternative. */
const maxPageChars = 200_000_000

export interface WritePage extends PageOfSession {
  /** The folder of the built script and style. */
  readonly folder: string | undefined
  readonly path: string
  readonly signal: AbortSignal
  readonly maxChars?: number
}

export async function writePage({
  folder,
  path,
  signal,
  maxChars = maxPageChars,
  ...page
}: WritePage): Promise<void> {
  const { name } = page.opened.session
  const { script, style } = await readParts(folder)
  const title = visibleTitle(page.mask.text(name || page.opened.session.agents[0]?.name || 'A recording'))
  async function* html(): AsyncGenerator<string> {
    yield head(title, script, style)
    const packed = createGzip()
    const packing = pipeline(Readable.from(json(pageLines(page), maxChars)), packed, { signal })
    // The consumer of `packed` gets the failure, too.
    packing.catch(() => undefined)
    yield* base64(packed)
    await packing
    // A module, which is compiled in one task of the browser's main thread and run in another.
    yield `</script>\n<script type="module">${script}</script>\n</body>\n</html>\n`
  }
  await writePrivately(path, html(), signal)
}

function head(title: string, script: string, style: string): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'font-src data:',
    'img-src data: blob:',
    'media-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} · Parley</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<script type="text/plain" id="session">`
}

async function readParts(folder: string | undefined): Promise<{ script: string; style: string }> {
  try {
    if (folder === undefined) throw new Error('no folder')
    const [script, style] = await Promise.all(
      ['page.js', 'page.css'].map((name) => readFile(join(folder, name), 'utf8')),
    )
    // Neither may close its element.
    return {
      script: (script ?? '').replaceAll(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--'),
      style: (style ?? '').replaceAll(/<\/(style)/gi, '<\\/$1'),
    }
  } catch (cause) {
    throw new Fault('unavailable', 'This Parley was built without the page that shows a recording.', {
      cause,
    })
  }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

async function* json(lines: AsyncIterable<object>, maxChars: number): AsyncGenerator<string> {
  let chars = 0
  let chunk = ''
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`
    chars += text.length
    if (chars > maxChars) throw tooLarge(maxChars)
    chunk += text
    if (chunk.length < 64 * 1024) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function tooLarge(maxChars: number): Fault {
  const megabytes = Math.round(maxChars / 1e6)
  return new Fault(
    'unsupported',
    `This is more than a browser opens well: a page holds at most ${megabytes} MB of a recording. Choose one task or one conversation of it, or export a Parley file.`,
  )
}

/** In multiples of three bytes, so that the texts can be joined. */
async function* base64(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const all = Buffer.concat([rest, chunk])
    const whole = all.byteLength - (all.byteLength % 3)
    rest = all.subarray(whole)
    yield all.subarray(0, whole).toString('base64')
  }
  yield rest.toString('base64')
}

/** Escaped for HTML. */
function visibleTitle(name: string): string {
  return name.replace(/[<>&"'\p{Cc}\p{Cf}]/gu, (char) => `&#${char.codePointAt(0)};`)
}
