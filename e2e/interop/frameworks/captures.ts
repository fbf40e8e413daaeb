// Writes the answers of a framework in one case to a file that tests of the story and of findings read.

import { writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Body, Entry } from '#shared/record/entry.ts'
import type { TestWindow } from '#testing/engine/open-window.ts'
import type { Framework } from './framework-table.ts'

const repository = join(import.meta.dirname, '..', '..', '..')
const folder = join(repository, 'e2e', 'fixtures', 'frameworks')
/** A longer scenario is not captured. */
const maxCaptureCharacters = 60_000

interface Kept {
  readonly framework: Framework
  readonly scenario: string
  readonly origin: string
  readonly agentId: string
  readonly after: number
}

export async function keepCapture(window: TestWindow, stored: Kept): Promise<void> {
  const { framework, scenario, origin, agentId, after } = stored
  window.engine.record.flush()
  const { entries } = await window.engine.record.read({ after, limit: 5_000 })
  const textOf = (body: Body | undefined) => {
    if (body === undefined) return undefined
    const text = body.text ?? new TextDecoder().decode(window.engine.record.body(body.hash ?? '')?.bytes)
    // The port and the paths in stack traces differ from run to run.
    const ofThisRun = [repository, tmpdir(), homedir()]
    return ofThisRun.reduce(
      (stored, path) => stored.replaceAll(path, ''),
      text.replaceAll(new URL(origin).host, '127.0.0.1:9400'),
    )
  }
  const requests = entries.filter((entry) => entry.kind === 'request' && entry.call.agentId === agentId)
  const firstMs = requests[0]?.monoMs ?? 0
  const exchanges = requests.flatMap((request) => {
    const own = entries.filter(({ exchangeId }) => exchangeId === request.exchangeId)
    return request.kind === 'request' ? [exchangeOf(request, own, firstMs, textOf)] : []
  })
  if (exchanges.length === 0) return
  const protocol = requests.find((each) => each.kind === 'request' && each.call.dialect)
  const dialect = protocol?.kind === 'request' ? protocol.call.dialect : undefined
  const packages = framework.needs.packages.map(([name, version]) => `${name} ${version}`)
  const capture = { framework: packages.join(', '), protocol: dialect ?? null, scenario, exchanges }
  const text = `${JSON.stringify(capture, null, 1)}\n`
  const name = `${framework.capture}-${scenario}`
  if (text.length > maxCaptureCharacters) return console.log(`  ${name} is too long to keep: ${text.length}`)
  writeFileSync(join(folder, `${name}.json`), text)
}

function exchangeOf(
  request: Extract<Entry, { kind: 'request' }>,
  own: readonly Entry[],
  firstMs: number,
  textOf: (body: Body | undefined) => string | undefined,
) {
  const since = (entry: Entry) => Math.round((entry.monoMs - request.monoMs) * 10) / 10
  const response = own.findLast((entry) => entry.kind === 'response')
  const ended = own.find((entry) => entry.kind === 'end' || entry.kind === 'failure')
  const frames = own.flatMap((entry) =>
    entry.kind === 'frame' ? [{ ms: since(entry), raw: textOf(entry.raw) ?? '' }] : [],
  )
  const body = ended && textOf(ended.body)
  const { pathname, search } = new URL(request.url)
  return {
    request: { method: request.method, path: pathname + search, body: textOf(request.body) ?? null },
    sentAtMs: Math.round(request.monoMs - firstMs),
    status: response?.status ?? 0,
    headersMs: response ? since(response) : 0,
    headers: Object.fromEntries((response?.headers ?? []).filter(([name]) => !isOfThisRun(name))),
    ...(frames.length > 0 && { frames }),
    ...(body !== undefined && frames.length === 0 && { body }),
    // The stream may still be open when the case is complete.
    endedMs: ended ? since(ended) : null,
  }
}

/** Headers that depend on the time or the connection. */
function isOfThisRun(name: string): boolean {
  return /^(date|connection|keep-alive|transfer-encoding|content-length)$/i.test(name)
}
