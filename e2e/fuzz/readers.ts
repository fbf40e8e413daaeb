// Readers of bytes without dependencies: each throws where one of its laws is broken.

import { duplexPair } from 'node:stream'
import { fromJson, toBinary } from '@bufbuild/protobuf'
import { readChallenges } from '#engine/access/challenge.ts'
import { inspectText } from '#engine/discovery/inspect.ts'
import { createJudge } from '#engine/judge.ts'
import { bytesOf, type Framer, readLine } from '#engine/wire/framer.ts'
import { createGrpcMessages } from '#engine/wire/grpc/messages.ts'
import { ItemReader } from '#engine/wire/reading.ts'
import { redirectStep } from '#engine/wire/redirect.ts'
import { createSseFramer, oneLineOf, readSseFields } from '#engine/wire/sse.ts'
import { openTunnel } from '#engine/wire/tunnel.ts'
import { decodeCard } from '#shared/a2a/card.ts'
import { dialects } from '#shared/a2a/dialects.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { operationKinds } from '#shared/a2a/operation.ts'

const bound = 1024 * 1024
/** A document has at most 201; each artifact of a task comparison adds one. */
const maxFindings = 1_000

export function readJson(text: string, chance: number): void {
  const dialect = dialects[chance % dialects.length]
  const operation = operationKinds[(chance >>> 3) % operationKinds.length]
  const binding = (['JSONRPC', 'HTTP+JSON', 'GRPC'] as const)[(chance >>> 8) % 3]
  if (dialect === undefined || operation === undefined || binding === undefined) return
  const call = {
    purpose: 'operation',
    agentId: 'a',
    operation,
    dialect: dialect.id,
    binding,
    label: '',
  } as const
  const facts = {
    exchangeId: 'x',
    call,
    url: 'http://agent.example/',
    requestId: '1',
    asked: { historyLength: 1 },
  }
  const ignore = () => undefined
  const options = {
    facts,
    judge: createJudge(),
    dialect,
    operation,
    binding,
    onUpdate: ignore,
    onReply: ignore,
  }
  const reader = new ItemReader(options)
  const head = { status: chance % 7 === 0 ? 500 : 200, statusText: '', headers: [], timings: {} }
  judged(reader.head(head).findings)
  judged(reader.item({ data: text, validUtf8: true }).findings)
  judged(reader.item({ data: text, validUtf8: true }).findings)
  judged(reader.body(Buffer.from(text), head).findings)
  judged(reader.end('closed-by-agent').findings)
  judged(inspectText(text, 'http://agent.example/').findings)
  const json = parsed(text)
  if (json === undefined) return
  const before = JSON.stringify(json)
  decodeCard(json)
  dialect.decodeWebhook(json)
  if (JSON.stringify(json) !== before) throw new Error('Reading changed what was read.')
}

export function judged(findings: readonly Finding[] = []): void {
  if (findings.length > maxFindings) throw new Error(`There are ${findings.length} findings.`)
  const ours = findings.find(({ rule }) => rule === 'parley-fault')
  if (ours) throw new Error(ours.message)
}

/** Frames contain all bytes, however the input was split. */
export function readFrames(make: (maxBytes: number) => Framer, input: Buffer, chance: number): void {
  const whole = framesOf(make(bound), [input])
  const cut = chance % (input.length + 1)
  const second = (chance >>> 7) % (input.length + 1)
  const [one = 0, other = 0] = [cut, second].toSorted((a, b) => a - b)
  const pieces = framesOf(make(bound), [
    input.subarray(0, one),
    input.subarray(one, other),
    input.subarray(other),
  ])
  if (!Buffer.concat(whole).equals(input)) throw new Error('Bytes were lost.')
  if (
    whole.length !== pieces.length ||
    whole.some((frame, at) => !frame.equals(pieces[at] ?? Buffer.alloc(0)))
  )
    throw new Error(`The frames are others when the bytes are cut at ${one} and ${other}.`)
}

/** The events of a stream equal those found in the whole text (WHATWG HTML §9.2.6). */
export function readEvents(input: Buffer): void {
  const framer = createSseFramer(bound)
  const cut = framer.push(input)
  const frames = [
    ...(cut?.frames ?? []),
    ...(cut?.texts ?? []).map((text) => ({ text })),
    ...framer.end().frames,
  ]
  const matches = frames.flatMap(
    (frame) => readSseFields({ text: bytesOf(frame).toString('latin1') }).data ?? [],
  )
  const expected: string[] = []
  let data: string[] = []
  for (const line of input
    .toString('latin1')
    .split(/\r\n|\r|\n/)
    .slice(0, -1)) {
    if (line === 'data') data.push('')
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
    if (line === '' && data.length > 0) expected.push(data.join('\n'))
    if (line === '') data = []
  }
  if (matches.join('\0') !== expected.join('\0') || matches.length !== expected.length)
    throw new Error(`There are ${matches.length} events, and ${expected.length} by the letter.`)
}

function framesOf(framer: Framer, chunks: readonly Buffer[]): readonly Buffer[] {
  const frames = chunks.flatMap((chunk) => {
    const cut = framer.push(chunk)
    if (cut === undefined) throw new Error('A frame is larger than the bound, but no input is.')
    if (cut.texts.join('') !== cut.whole) throw new Error('The texts are not the whole.')
    return [...cut.frames, ...cut.texts.map((text) => ({ text }))]
  })
  const end = framer.end()
  for (const frame of [...frames, ...end.frames]) {
    readSseFields(frame)
    readLine(frame)
    const line = frame.text === undefined ? undefined : oneLineOf(frame.text)
    if (line && line.wrap.start + line.data + line.wrap.end !== frame.text)
      throw new Error('A line is not its frame.')
  }
  return [...[...frames, ...end.frames].map(bytesOf), end.leftover]
}

const methods = createGrpcMessages().all()

/** A readable message is the same after writing and reading it again. */
export function readGrpc(input: Buffer, chance: number): void {
  const method = methods[chance % methods.length]
  const read = method?.decode(input)
  if (method === undefined || read === undefined || 'reason' in read) return
  const text = JSON.stringify(read.json)
  const again = method.decode(toBinary(method.output, fromJson(method.output, read.json as never)))
  if (JSON.stringify('json' in again ? again.json : again) !== text)
    throw new Error('It reads otherwise when written again.')
  readJson(text, chance)
}

export function readHead(input: Buffer, chance: number): void {
  const text = input.toString('latin1')
  const [first = '', ...lines] = text.split('\r\n')
  const headers = lines.map(
    (line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1)] as const,
  )
  for (const [, value] of headers) readChallenges(value)
  const status = [301, 302, 303, 307, 308][chance % 5] ?? 307
  const request = { method: chance % 2 ? 'POST' : 'GET', url: 'http://a.example/x?y', headers }
  const rules = {
    credentialNames: new Set(['x']),
    hops: 0,
    maxRedirects: 5,
    secretBody: false,
    purpose: 'raw',
  } as const
  const step = redirectStep(request, { status, statusText: first, headers, timings: {} }, rules)
  if (step.kind === 'follow' && !/^https?:/.test(step.request.url))
    throw new Error(`It goes to ${step.request.url}.`)
  let answers = 0
  const [ours, theirs] = duplexPair()
  ours.on('error', () => undefined)
  openTunnel(ours as never, new URL('http://proxy.example'), 'a.example:443', () => {
    answers += 1
  })
  const cut = chance % (input.length + 1)
  ours.emit('data', input.subarray(0, cut))
  ours.emit('data', input.subarray(cut))
  ours.emit('close')
  theirs.destroy()
  ours.destroy()
  if (answers !== 1) throw new Error(`The tunnel was answered ${answers} times.`)
}

function parsed(text: string): ReturnType<typeof JSON.parse> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
