// What inputs are made of: what real servers sent, and what the protocol's own grammar makes.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type DescMessage, fromJson, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { createGrpcMessages } from '#engine/wire/grpc/messages.ts'
import { agentSideOf } from '#shared/a2a/agent-side.ts'
import { dialects } from '#shared/a2a/dialects.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { type CapturedResponse, readCaptures } from '../fixtures/capture.ts'
import { frameworkScenarios, recordOf } from '../fixtures/framework-captures.ts'
import { hostileJson } from '../fixtures/hostile-json.arbitrary.ts'
import { card, task, update } from '../fixtures/model.arbitrary.ts'

export type CorpusName = 'json' | 'lines' | 'grpc' | 'heads' | 'answers' | 'parley' | 'har'
export type Corpora = Readonly<Record<CorpusName, readonly Buffer[]>>

const samples = 60

/** The same for the same seed. */
export function makeCorpora(seed: number): Corpora {
  const captures = readCaptures()
  const scenarios = frameworkScenarios().filter((_, index) => index % 4 === 0)
  const responses = captures.flatMap(({ response }) => response ?? [])
  const made = madeOf(seed)
  const json = [
    ...captures.flatMap(({ events, requests }) => [
      ...events,
      ...requests.map(({ body }) => ({ data: body })),
    ]),
    ...responses.map(({ body }) => ({ data: body })),
  ].map(({ data }) => data)
  return {
    json: buffers([...json.filter(isJson), ...made.map((each) => JSON.stringify(each))]),
    lines: buffers([
      ...responses.filter(({ body }) => body !== '').map(({ body }) => body.replaceAll('\\r\n', '\r\n')),
      ...scenarios.map((name) => frameTexts(name).join('')),
      made.map((each) => `${JSON.stringify(each)}\n`).join(''),
      'event: x\nid: 1\nretry: 5\ndata: a\ndata: b\n\n: ping\r\n\r\ndata:c\r\rdata: d\n\n',
      'data: a\r\rdata: b\n\rdata: c\r\n\rdata: d\r\n\r\n\uFEFFdata: e\n\n',
    ]),
    grpc: grpcMessages(made),
    heads: buffers([
      ...responses.map(headOf),
      'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x, y"\r\n\r\n',
      'HTTP/1.1 307 Moved\r\nLocation: https://b.example:443/c?d#e\r\nWWW-Authenticate: Bearer scope="a b"\r\n\r\n',
    ]),
    answers: buffers(
      responses.map((response) => `${headOf(response)}${response.body.replaceAll('\\r\n', '\r\n')}`),
    ),
    parley: scenarios.slice(0, 6).flatMap((name) => [sessionFile(name), gzipSync(sessionFile(name))]),
    har: buffers([harOf(responses.slice(0, 6)), harOf(responses.slice(-6))]),
  }
}

const buffers = (texts: readonly string[]) => texts.map((text) => Buffer.from(text))

function madeOf(seed: number): readonly JsonValue[] {
  const sampled = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { seed, numRuns: samples })
  const agents = dialects.map(({ id }) => agentSideOf(id))
  const inTurn = (index: number) => agents[index % agents.length] ?? agentSideOf('1.0')
  return [
    ...sampled(update).map((output, index) => inTurn(index).encodeUpdate(output)),
    ...sampled(update).map((output, index) => ({
      jsonrpc: '2.0',
      id: 1,
      result: inTurn(index).encodeUpdate(output),
    })),
    ...sampled(task).map((existing, index) => inTurn(index).encodeResult({ kind: 'task', task: existing })),
    ...sampled(card).map((shown, index) => inTurn(index).encodeCard(shown)),
    ...sampled(hostileJson),
  ]
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

function grpcMessages(made: readonly JsonValue[]): readonly Buffer[] {
  const outputs = createGrpcMessages()
    .all()
    .map(({ output }) => output)
  return made.flatMap((json, index) => {
    const bytes = toBytes(outputs[index % outputs.length], json)
    return bytes === undefined || bytes.length === 0 ? [] : [bytes]
  })
}

function toBytes(output: DescMessage | undefined, json: JsonValue): Buffer | undefined {
  try {
    if (output === undefined) return undefined
    return Buffer.from(toBinary(output, fromJson(output, json as never, { ignoreUnknownFields: true })))
  } catch {
    return undefined
  }
}

function headOf({ status, headers }: CapturedResponse): string {
  return [`HTTP/1.1 ${status} OK`, ...headers.map(([name, value]) => `${name}: ${value}`), '\r\n'].join(
    '\r\n',
  )
}

function frameTexts(scenario: string): readonly string[] {
  return recordOf(scenario).flatMap((entry) => (entry.kind === 'frame' ? (entry.raw.text ?? []) : []))
}

function sessionFile(scenario: string): Buffer {
  const entries = recordOf(scenario)
  const ordinals = new Map(
    [...new Set(entries.map(({ exchangeId }) => exchangeId))].map((id, at) => [id, at + 1]),
  )
  const session = { name: scenario, note: '', createdAt: 1, agents: [{ id: 'a', name: 'Agent' }] }
  const lines = [
    { parley: 1, session, entries: entries.length },
    ...entries.map(({ seq: _, sessionId: __, exchangeId, ...entry }) => ({
      x: ordinals.get(exchangeId),
      entry,
    })),
  ]
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return Buffer.from(`${text}${JSON.stringify({ end: { entries: entries.length, sha256 } })}\n`)
}

function harOf(responses: readonly CapturedResponse[]): string {
  const requests = readdirSync(join(import.meta.dirname, '..', 'fixtures', 'frameworks')).slice(
    0,
    responses.length,
  )
  const entries = responses.map((response, index) => ({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 5,
    request: {
      method: 'POST',
      url: 'http://agent.example/',
      headers: [{ name: 'A2A-Version', value: '1.0' }],
      postData: { mimeType: 'application/json', text: sentIn(requests[index] ?? '') },
    },
    response: {
      status: response.status,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      headers: response.headers.map(([name, value]) => ({ name, value })),
      content: { text: response.body },
    },
    timings: { wait: 1 },
  }))
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'fuzz', version: '1' }, entries } })
}

/** The first message that a framework's scenario sends. */
function sentIn(file: string): string {
  const { exchanges } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'fixtures', 'frameworks', file), 'utf8'),
  ) as { readonly exchanges?: readonly { readonly request: { readonly body: string | null } }[] }
  return exchanges?.find(({ request }) => request.body !== null)?.request.body ?? '{}'
}
