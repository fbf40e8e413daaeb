// Readers of untrusted bytes, each with laws that hold for any bytes. A target throws where one is broken.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#engine/platform/clock.ts'
import { openHookServer } from '#engine/receiver/hook-server.ts'
import { judgeCall, readCall } from '#engine/receiver/judge-call.ts'
import { lineSchema } from '#engine/sessions/file/format.ts'
import { readSession } from '#engine/sessions/file/read-session.ts'
import { importHar } from '#engine/sessions/har/import-har.ts'
import { openRecord, type SessionRecord } from '#engine/store/record.ts'
import { createNdjsonFramer } from '#engine/wire/framer.ts'
import { createSseFramer } from '#engine/wire/sse.ts'
import { createWire, type Wire } from '#engine/wire/wire.ts'
import { Fault } from '#shared/contract/fault.ts'
import { attack } from '../attacks/raw-http.ts'
import type { CorpusName } from './corpus.ts'
import { judged, readEvents, readFrames, readGrpc, readHead, readJson } from './readers.ts'

export interface Target {
  readonly corpus: CorpusName
  /** Share of a thousand inputs. */
  readonly share: number
  /** `chance` decides what the input does not: where it is split, and as what it is read. */
  run(input: Buffer, chance: number): void | Promise<void>
}

export interface Targets {
  readonly all: Readonly<Record<string, Target>>
  close(): Promise<void>
}

export async function openTargets(): Promise<Targets> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-fuzz-'))
  const record = openRecord({ dataDir })
  const wire = createWire({ record })
  const { sessionId } = record.createSession('fuzz')
  let answer: Buffer = Buffer.alloc(0)
  const agent = createServer((socket) => socket.on('error', () => undefined).end(answer))
  await new Promise<void>((resolve) => agent.listen(0, '127.0.0.1', resolve))
  const hooks = await openHookServer({
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    serves: () => true,
    onCall: ({ body, headers }) => {
      judged(judgeCall(readCall(body, '1.0'), '1.0', headers, {} as never))
      return { kind: 'answer', status: 200, headers: [['Content-Length', '0']] }
    },
    onNoise: () => undefined,
  })
  const path = join(dataDir, 'input.parley')

  return {
    all: {
      json: { corpus: 'json', share: 300, run: (input, chance) => readJson(input.toString(), chance) },
      sse: {
        corpus: 'lines',
        share: 200,
        run(input, chance) {
          readFrames(createSseFramer, input, chance)
          readEvents(input)
        },
      },
      ndjson: {
        corpus: 'lines',
        share: 100,
        run: (input, chance) => readFrames(createNdjsonFramer, input, chance),
      },
      grpc: { corpus: 'grpc', share: 200, run: readGrpc },
      heads: { corpus: 'heads', share: 164, run: readHead },
      parley: {
        corpus: 'parley',
        share: 20,
        async run(input) {
          writeFileSync(path, input)
          await readFile(path)
        },
      },
      har: { corpus: 'har', share: 6, run: (input) => readHarFile(record, input) },
      answers: {
        corpus: 'answers',
        share: 8,
        async run(input) {
          answer = input
          await visit(wire, record, sessionId, agent)
        },
      },
      calls: {
        corpus: 'answers',
        share: 2,
        async run(input) {
          const bytes = input
            .toString('latin1')
            .replace(/^HTTP\/1.1 \d+ OK/, 'POST /hook HTTP/1.1\r\nHost: x')
          await attack(hooks.port, bytes, 'politely')
        },
      },
    },
    async close() {
      await hooks.close()
      wire.close()
      agent.close()
      record.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A readable line is the same after writing and reading it again. */
async function readFile(path: string): Promise<void> {
  const reading = readSession(
    path,
    {
      onHead: () => undefined,
      onLine(line) {
        const again = JSON.stringify(lineSchema.parse(JSON.parse(JSON.stringify(line))))
        if (again !== JSON.stringify(line))
          throw new Error('A line reads otherwise when it was written again.')
      },
      onProgress: () => undefined,
    },
    new AbortController().signal,
  )
  await reading.catch(refused)
}

async function readHarFile(record: SessionRecord, input: Buffer): Promise<void> {
  const chunks = async function* () {
    yield input
  }
  const importing = importHar(record, chunks, 'fuzz', new AbortController().signal, () => undefined)
  const imported = await importing.catch(refused)
  if (imported) await record.deleteSession(imported.sessionId)
}

/** A refusal with a message is a valid outcome. */
function refused(error: unknown): void {
  if (!(error instanceof Fault)) throw error
}

/** The exchange ends exactly once, whatever is answered. */
async function visit(wire: Wire, record: SessionRecord, sessionId: string, agent: Server): Promise<void> {
  const { port } = agent.address() as { readonly port: number }
  const { exchangeId, done } = wire.request({
    sessionId,
    purpose: 'raw',
    method: 'POST',
    url: `http://127.0.0.1:${port}/`,
    body: '{}',
    profile: { firstByteTimeoutMs: 500, idleTimeoutMs: 500, streamIdleTimeoutMs: 500 },
  })
  await done
  record.flush()
  const { entries } = await record.read({
    after: 0,
    limit: 10_000,
    filter: { exchangeId, kinds: ['end', 'failure'] },
  })
  if (entries.length !== 1) throw new Error(`The exchange ended ${entries.length} times.`)
}
