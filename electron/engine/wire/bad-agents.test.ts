import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { Entry, EntryKind, FailureKind } from '#shared/record/entry.ts'
import { createTestClock } from '#testing/engine/test-clock.ts'
import {
  type BrokenAgentName,
  brokenAgent,
  brokenAgentNames,
} from '../../../e2e/agents/broken/broken-agent.ts'
import { clientCertificate, testAuthorityPem } from '../../../e2e/agents/broken/certificates.ts'
import { redirectToOtherOrigin } from '../../../e2e/agents/broken/heads.ts'
import { brokenStreams } from '../../../e2e/agents/broken/streams.ts'
import { openRecord, type SessionRecord } from '../store/record.ts'
import { createWire, type RawRequest, type Wire } from './wire.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bad-'))
let record: SessionRecord
let wire: Wire
let sessionId: string
const clock = createTestClock()
beforeAll(() => {
  record = openRecord({ dataDir })
  wire = createWire({ record, clock, confirmRedirect: async () => 'follow' })
  sessionId = record.createSession('bad agents').sessionId
})
afterAll(() => {
  wire.close()
  record.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The test advances its clock past them. */
const limits = {
  connectTimeoutMs: 1_000,
  firstByteTimeoutMs: 2_000,
  idleTimeoutMs: 3_000,
  streamIdleTimeoutMs: 3_000,
  maxBodyBytes: 4 * 1024 * 1024,
  maxFrameBytes: 1024 * 1024,
}

/** Advances the clock past the limit that the agent exceeds. */
async function runOut({ failure }: Expected): Promise<void> {
  const { connectTimeoutMs, firstByteTimeoutMs, idleTimeoutMs } = limits
  const limitMs = {
    'connect-timeout': connectTimeoutMs,
    'first-byte-timeout': firstByteTimeoutMs,
    'idle-timeout': idleTimeoutMs,
  }[String(failure)]
  if (limitMs === undefined) return
  await clock.untilTimer(limitMs)
  clock.advance(limitMs)
}

async function visit(url: string, more: Partial<RawRequest> = {}): Promise<readonly Entry[]> {
  const { exchangeId, done } = wire.request({
    sessionId,
    purpose: 'raw',
    method: 'POST',
    url,
    headers: [['Content-Type', 'application/json']],
    body: '{"jsonrpc":"2.0","id":1,"method":"x"}',
    profile: limits,
    ...more,
  })
  await done
  record.flush()
  const { entries } = await record.read({ after: 0, limit: 5_000, filter: { exchangeId } })
  return entries
}

interface Expected {
  readonly kinds: readonly EntryKind[]
  readonly failure?: FailureKind
  readonly sentence?: RegExp
  /** The recorded part of the response. */
  readonly kept?: string
  readonly profile?: RawRequest['profile']
}

const cases: { readonly [Name in Exclude<BrokenAgentName, 'flood' | 'byte-by-byte'>]: Expected } = {
  refused: {
    kinds: ['request', 'failure'],
    failure: 'refused',
    sentence: /127\.0\.0\.1:\d+ refused the connection/,
  },
  'unknown-name': {
    kinds: ['request', 'failure'],
    failure: 'dns',
    sentence: /agent\.invalid could not be resolved/,
  },
  'reset-at-once': {
    kinds: ['request', 'failure'],
    failure: 'reset',
    sentence: /closed the connection without answering/,
  },
  'closes-without-answer': { kinds: ['request', 'failure'], failure: 'reset', sentence: /without answering/ },
  'resets-without-answer': { kinds: ['request', 'failure'], failure: 'reset', sentence: /without answering/ },
  'silent-before-head': {
    kinds: ['request', 'failure'],
    failure: 'first-byte-timeout',
    sentence: /didn’t start to respond within 2 s/,
  },
  'silent-in-head': { kinds: ['request', 'failure'], failure: 'first-byte-timeout' },
  'silent-in-handshake': {
    kinds: ['request', 'failure'],
    failure: 'connect-timeout',
    sentence: /did not accept a connection in time/,
  },

  'unknown-authority': {
    kinds: ['request', 'failure'],
    failure: 'tls',
    sentence: /not signed by an authority/,
  },
  'wrong-name': {
    kinds: ['request', 'failure'],
    failure: 'tls',
    sentence: /for another name/,
    profile: { caPem: testAuthorityPem },
  },
  expired: {
    kinds: ['request', 'failure'],
    failure: 'tls',
    sentence: /expired/,
    profile: { caPem: testAuthorityPem },
  },
  'no-tls-on-https': { kinds: ['request', 'failure'], failure: 'tls', sentence: /Try http:\/\// },
  'wants-client-certificate': {
    kinds: ['request', 'failure'],
    failure: 'reset',
    sentence: /client certificate/,
    profile: { caPem: testAuthorityPem },
  },

  'endless-headers': { kinds: ['request', 'failure'], failure: 'bad-http', sentence: /head of .* is larger/ },
  'not-http': {
    kinds: ['request', 'failure'],
    failure: 'bad-http',
    sentence: /isn’t HTTP/,
    kept: '220 mail.example ESMTP\r\n',
  },
  'header-garbage': { kinds: ['request', 'failure'], failure: 'bad-http', sentence: /isn’t HTTP/ },
  'redirect-loop': {
    kinds: ['request', 'redirect', 'redirect', 'redirect', 'redirect', 'redirect', 'response', 'failure'],
    failure: 'redirect',
    sentence: /looks like a loop/,
  },
  'redirect-to-file': {
    kinds: ['request', 'response', 'failure'],
    failure: 'redirect',
    sentence: /redirects to file:\/\/.*only http and https/,
  },
  'redirect-to-nowhere': {
    kinds: ['request', 'response', 'failure'],
    failure: 'redirect',
    sentence: /not a URL/,
  },
  'redirect-turns-post-into-get': {
    kinds: ['request', 'response', 'failure'],
    failure: 'redirect',
    sentence: /turn it into a GET/,
  },

  'shorter-than-announced': {
    kinds: ['request', 'response', 'failure'],
    failure: 'reset',
    sentence: /after 8 bytes/,
    kept: '{"half":',
  },
  'longer-than-announced': { kinds: ['request', 'response', 'end'], kept: '{}' },
  'reset-mid-body': { kinds: ['request', 'response', 'failure'], failure: 'reset', kept: '{"half":' },
  'reset-in-unbounded-body': {
    kinds: ['request', 'response', 'failure'],
    failure: 'reset',
    kept: '{"half":',
  },
  'silent-mid-body': {
    kinds: ['request', 'response', 'failure'],
    failure: 'idle-timeout',
    sentence: /fell silent/,
    kept: '{"half":',
  },
  'chunked-garbage': { kinds: ['request', 'response', 'failure'], failure: 'bad-http', kept: '{"a"' },
  'gzip-bomb': {
    kinds: ['request', 'response', 'failure'],
    failure: 'too-large',
    sentence: /larger than 4 MB/,
  },
  'not-gzip': {
    kinds: ['request', 'response', 'failure'],
    failure: 'bad-encoding',
    sentence: /does not unpack as the gzip/,
  },
  'unknown-encoding': { kinds: ['request', 'response', 'note', 'end'], kept: '{"plain":true}' },
  'hundred-megabytes': {
    kinds: ['request', 'response', 'failure'],
    failure: 'too-large',
    sentence: /larger than 4 MB/,
  },
  html: { kinds: ['request', 'response', 'end'], kept: '<html></html>' },

  'silent-before-first-frame': { kinds: ['request', 'response', 'failure'], failure: 'idle-timeout' },
  'silent-mid-frame': {
    kinds: ['request', 'response', 'frame', 'failure'],
    failure: 'idle-timeout',
    kept: 'data: {"half":',
  },
  'ends-mid-frame': { kinds: ['request', 'response', 'frame', 'end'], kept: 'data: {"half":' },
  'resets-mid-frame': {
    kinds: ['request', 'response', 'frame', 'failure'],
    failure: 'reset',
    kept: 'data: {"half":',
  },
  'not-utf8': { kinds: ['request', 'response', 'frame', 'frame', 'end'] },
  'nul-bytes': { kinds: ['request', 'response', 'frame', 'frame', 'end'] },
  'not-json': { kinds: ['request', 'response', 'frame', 'frame', 'end'] },
  'endless-frame': {
    kinds: ['request', 'response', 'failure'],
    failure: 'too-large',
    sentence: /event of the stream is larger than 1 MB/,
  },
  'untyped-stream': { kinds: ['request', 'response', 'frame', 'frame', 'end'] },
  ndjson: { kinds: ['request', 'response', 'frame', 'frame', 'end'] },
}

describe('each bad agent leaves a whole exchange that says what happened', () => {
  test.each(Object.entries(cases))('%s', async (name, expected) => {
    const agent = await brokenAgent(name as BrokenAgentName)
    try {
      const visited = visit(agent.url, { profile: { ...limits, ...expected.profile } })
      await runOut(expected)
      const entries = await visited
      expect(entries.map((entry) => entry.kind)).toEqual(expected.kinds)
      const last = entries.at(-1)
      expect(last?.kind === 'failure' ? last.failure : undefined).toBe(expected.failure)
      if (expected.sentence !== undefined)
        expect(last).toMatchObject({ message: expect.stringMatching(expected.sentence) })
      if (expected.kept !== undefined) expect(keptOf(last)).toBe(expected.kept)
    } finally {
      await agent.close()
    }
  })

  test('none is left out', () => {
    expect(new Set(brokenAgentNames)).toEqual(new Set([...Object.keys(cases), 'flood', 'byte-by-byte']))
  })
})

function keptOf(entry: Entry | undefined): string | undefined {
  if (entry?.kind !== 'end' && entry?.kind !== 'failure') return undefined
  return entry.leftover?.text ?? entry.body?.text
}

test('an agent that sends byte by byte is framed like any other', async () => {
  const agent = await brokenStreams['byte-by-byte'](2)
  const entries = await visit(agent.url)
  await agent.close()
  expect(entries.filter((entry) => entry.kind === 'frame').map((frame) => frame.raw.text)).toEqual([
    'data: "ä🙂"\n\n',
    ': slow\n\n',
    'data: 2\n\n',
  ])
})

test('invalid UTF-8 is a finding, and its bytes are kept', async () => {
  const agent = await brokenAgent('not-utf8')
  const entries = await visit(agent.url)
  await agent.close()
  expect(entries[3]).toMatchObject({
    raw: { base64: Buffer.from('data: "\xff\xfe\xc3"\n\n', 'latin1').toString('base64') },
    findings: [{ rule: 'PARLEY-HTTP-014', severity: 'error' }],
  })
})

test('a flood is recorded in order until it is aborted, and memory stays bounded', async () => {
  const agent = await brokenAgent('flood')
  const stop = new AbortController()
  const { exchangeId, done } = wire.request({
    sessionId,
    purpose: 'raw',
    method: 'POST',
    url: agent.url,
    signal: stop.signal,
  })
  const before = process.memoryUsage.rss()
  let last = 0
  let after = 0
  while (last < 100_000) {
    const { entries, next } = await record.read({
      after,
      waitMs: 2_000,
      limit: 5_000,
      filter: { exchangeId, kinds: ['frame'] },
    })
    for (const entry of entries) {
      if (entry.kind === 'frame' && entry.index !== last)
        throw new Error(`frame ${entry.index} came as number ${last}`)
      last += 1
    }
    after = next
  }
  stop.abort()
  expect(await done).toMatchObject({ kind: 'failure', failure: { failure: 'aborted' } })
  await agent.close()
  expect(process.memoryUsage.rss() - before).toBeLessThan(250 * 1024 * 1024)
  record.flush()
  const { entries } = await record.read({ after: 0, filter: { exchangeId, kinds: ['failure'] } })
  expect(entries).toMatchObject([
    { failure: 'aborted', message: 'You ended this request. What had arrived is kept.' },
  ])
})

describe('TLS that the user vouches for', () => {
  test('a private authority is trusted when given', async () => {
    const agent = await brokenAgent('unknown-authority')
    const [, response] = await visit(agent.url, { profile: { ...limits, caPem: testAuthorityPem } })
    await agent.close()
    expect(response).toMatchObject({
      kind: 'response',
      connection: {
        tls: {
          protocol: 'TLSv1.3',
          certificate: { subject: 'CN=server', issuer: 'CN=Parley test authority' },
        },
      },
      timings: { connectMs: expect.any(Number), tlsMs: expect.any(Number), firstByteMs: expect.any(Number) },
    })
    expect(response).not.toHaveProperty('connection.tls.accepted')
  })

  test('an invalid certificate is accepted on request, with a loud mark', async () => {
    const agent = await brokenAgent('expired')
    const [, response] = await visit(agent.url, { profile: { ...limits, acceptInvalidCertificate: true } })
    await agent.close()
    expect(response).toMatchObject({ kind: 'response', connection: { tls: { accepted: 'invalid' } } })
  })

  test('a client certificate is shown to an agent that wants one', async () => {
    const agent = await brokenAgent('wants-client-certificate')
    const entries = await visit(agent.url, {
      profile: { ...limits, caPem: testAuthorityPem, clientCertificate },
    })
    await agent.close()
    expect(entries.map((entry) => entry.kind)).toEqual(['request', 'response', 'end'])
  })
})

describe('credentials and redirects', () => {
  const credentials = [
    ['Authorization', 'Bearer very-secret-token'],
    ['X-Own-Key', 'another-secret'],
  ] as const

  test('another origin does not get them', async () => {
    const agent = await redirectToOtherOrigin()
    const entries = await visit(agent.url, { credentials, headers: [['X-Plain', '1']] })
    await agent.close()
    expect(entries.map((entry) => entry.kind)).toEqual(['request', 'redirect', 'response', 'end'])
    expect(entries[1]).toMatchObject({ credentialsDropped: true, from: agent.url, to: agent.otherUrl })
    const received = JSON.stringify(entries.at(-1))
    expect(received).toContain('X-Plain: 1')
    expect(received).not.toMatch(/secret|X-Own-Key|uthorization/)
  })

  test('an address with a secret in it is masked, and followed as it is', async () => {
    const requests: unknown[] = []
    const places = {
      '/': [307, '/next?sig=s3cret-of-address'],
      '/next': [200],
      '/loses': [302, 'http://ann:s3cret-of-user@127.0.0.1:1/x?sig=s3cret-of-address'],
      '/bad': [307, 'http://[x?sig=s3cret-of-address'],
    } as const satisfies Record<string, readonly [number, string?]>
    const server = createServer((request, response) => {
      requests.push(request.url)
      const path = String(request.url).replace(/\?.*/, '') as keyof typeof places
      const [status, to = ''] = places[path]
      response.writeHead(status, to === '' ? {} : { Location: to }).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const entries = await Promise.all(['/', '/loses', '/bad'].map((path) => visit(url + path)))
    server.close()
    expect(requests).toContain('/next?sig=s3cret-of-address')
    const kinds = entries.map((each) => each.map(({ kind }) => kind).join())
    const refused = 'request,response,failure'
    expect(kinds).toEqual(['request,redirect,response,end', refused, refused])
    expect(JSON.stringify(entries)).not.toContain('s3cret')
    const [, redirect] = entries[0] ?? []
    const location = redirect?.kind === 'redirect' ? headerOf(redirect.headers, 'location') : undefined
    expect(location).toMatch(/^\/next\?sig=\[secret:[0-9a-f]{8}\]$/)
    expect(redirect).toMatchObject({ to: url + location })
  })

  test('another origin does not get a body with a secret in it', async () => {
    const agent = await redirectToOtherOrigin()
    const body = '{"pushNotificationConfig":{"url":"http://x","token":"webhook-secret"}}'
    const entries = await visit(agent.url, { body })
    await agent.close()
    expect(entries.at(-1)).toMatchObject({
      kind: 'failure',
      failure: 'redirect',
      message: expect.stringMatching(/carries a secret/),
    })
  })
})

test.each([
  ['not a url', /is not a URL/],
  ['ftp://host/', /speaks http and https/],
  ['http://0.0.0.0:1/', /refused the connection|cannot be reached/],
])('%s is refused in words', async (url, sentence) => {
  const entries = await visit(url)
  expect(entries.map((entry) => entry.kind)).toEqual(['request', 'failure'])
  expect(entries[1]).toMatchObject({ message: expect.stringMatching(sentence) })
})
