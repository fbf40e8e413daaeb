// The console's queries of the record: a list, one exchange, its frames.

import type { Discovery } from '#shared/contract/card.ts'
import { type ExchangeDetailAnswer, maxLabels, type ProblemText } from '#shared/contract/console.ts'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import { bugReport, maxReportedFrames, problemReport } from '#shared/export/bug-report.ts'
import { revealed } from '#shared/export/sent-request.ts'
import { type SnippetForm, snippetOf } from '#shared/export/snippet.ts'
import { agentsNamed, type ExchangeFilter } from '#shared/filter/filter-condition.ts'
import { parseFilter } from '#shared/filter/parse-filter.ts'
import { mapStrings } from '#shared/json/map-strings.ts'
import type { Entry } from '#shared/record/entry.ts'
import { orderFacts } from '#shared/record/exchange-order.ts'
import { readableFrames } from '#shared/record/run.ts'
import { originOf } from '../access/origins.ts'
import type { Agents } from '../agents.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import type { PendingRemovals } from '../pending-removals.ts'
import { datedFileName } from '../platform/files.ts'
import { reportInternalError } from '../platform/guarded.ts'
import type { MutedRules } from '../preferences.ts'
import type { SequenceFolds } from '../sequence.ts'
import type { Masking } from '../sessions/file/body-lines.ts'
import type { ListedExchanges } from '../store/exchange-list.ts'
import type { SessionRecord } from '../store/record.ts'
import { textBehind, wholeBody } from '../store/whole-body.ts'
import { packedDefinitions } from '../wire/grpc/messages.ts'
import type { Wire } from '../wire/wire.ts'
import { sentSafely } from './sent-request.ts'

const notFrames = ['request', 'response', 'redirect', 'end', 'failure', 'webhook', 'note'] as const
/** Heads, redirects and notes of one exchange in its detail; all of them are on the record. */
const maxHeadEntries = 200

/** Entries with findings in a bug report; the exchange lists all of them. */
const maxReportedFindings = 200

export function createConsole({
  record,
  agents,
  named,
  wire,
  isOwn,
  discovery,
  tokenSource,
  isShownCertificate,
  version,
  mutedRules,
  callersNamed,
  pending,
}: {
  readonly record: SessionRecord
  readonly agents: Agents
  /** A sentence on the source of a signed-in agent's token. */
  readonly tokenSource: (agentId: string) => Promise<string | undefined>
  /** Whether a server of this origin gets a client certificate of the agent, by current settings. */
  readonly isShownCertificate: (agentId: string | undefined, origin: string | undefined) => boolean
  /** Agents that a filter may name. */
  readonly named: () => readonly { readonly id: string; readonly name: string }[]
  readonly wire: Wire
  /** Recorded by this Parley: secrets are not filled in for files. */
  readonly isOwn: boolean
  readonly discovery: Pick<DiscoveryService, 'current'>
  readonly version: string
  readonly mutedRules: MutedRules
  /** Resolves when the callers are determined. */
  readonly callersNamed: SequenceFolds['callersNamed']
  readonly pending: Pick<PendingRemovals, 'hides'>
}): EngineClient['console'] {
  const filterOf = ({ filter, after, sessionId, agentId, order, nested }: ListFilter): ListedExchanges => ({
    sorting: order && { ...orderFacts(order.by, named()), descending: order.descending },
    terms: parseFilter(filter).terms,
    agentsNamed: (text) => agentsNamed(named())(text),
    ...defined({ sessionId, agentId, after, nested }),
  })

  const discoveryOf = (agentId: string | undefined) =>
    agentId !== undefined && agents.list().some(({ id }) => id === agentId)
      ? discovery.current(agentId)
      : null
  const cardUrlOf = (agentId: string | undefined): string | undefined => {
    const discovery = discoveryOf(agentId)
    return discovery?.found ? discovery.cardUrl : undefined
  }

  return {
    ...listCalls(record, filterOf, callersNamed),

    async exchange({ exchangeId, ...wait }, { signal } = {}) {
      const followed = await record.exchanges.whenOther(exchangeId, { ...wait, signal })
      const { row, entries } = await headsOf(record, exchangeId)
      return { row: record.exchanges.listed(row), entries, ...followed }
    },

    async frames({ exchangeId, offset, limit }) {
      const entries = await record.page({ filter: { exchangeId, kinds: ['frame'] }, offset, limit })
      return readableFrames(
        entries.filter((entry) => entry.kind === 'frame'),
        (hash) => textBehind(record, hash),
      )
    },

    ...findingCalls(record, mutedRules),
    counts: async (query, { signal } = {}) => record.exchanges.counts({ ...query, signal }),

    async annotate({ exchangeId, ...annotation }) {
      const { sessionId = '' } = record.exchanges.row(exchangeId) ?? {}
      // Its session is being removed.
      if (pending.hides({ kind: 'session', sessionId })) throw gone()
      const row = record.exchanges.annotate(exchangeId, annotation)
      if (row === undefined) throw gone()
      return record.exchanges.listed(row)
    },

    reveal: async ({ secretId }) => (isOwn ? (wire.reveal(secretId) ?? null) : null),

    async snippet({ exchangeId, form, secrets = false }) {
      const sent = await sentSafely(record, exchangeId, wire.leaving)
      const origin = originOf(sent.url, sent.call.binding)
      const { request, hidden } = revealed(sent, (id) =>
        secrets && isOwn ? wire.revealFor(id, origin) : undefined,
      )
      const { agentId } = request.call
      const isTokenLeftOut = isOwn && agentId !== undefined && hidden > 0
      const isCertified = isOwn && isShownCertificate(agentId, origin)
      const text = snippetOf(isCertified ? { ...request, clientCertificate: true } : request, form, {
        ...(isTokenLeftOut && { tokenFrom: await tokenSource(agentId) }),
        cardUrl: cardUrlOf(request.call.agentId),
        ...(form === 'grpcurl' && { definitions: packedDefinitions(request.url) }),
      })
      if (origin === undefined) throw new Fault('unsupported', notHttp)
      if (text === undefined) throw new Fault('unsupported', notWritten[form])
      return { form, text, hidden }
    },

    async report({ exchangeId, problem }) {
      const deps = { record, mask: wire.leaving, version }
      if (problem) return problemReportOf(deps, exchangeId, problem)
      return reportOf(deps, exchangeId, discoveryOf(record.exchanges.row(exchangeId)?.agentId))
    },
  }
}

type ListFilter = Omit<Inputs['console']['position'], 'exchangeId'>

/** Filters by callers wait until these are determined. */
function listCalls(
  { exchanges }: SessionRecord,
  filterOf: (filter: ListFilter) => ListedExchanges,
  callersNamed: SequenceFolds['callersNamed'],
): Pick<EngineClient['console'], 'exchanges' | 'position' | 'labels' | 'callers'> {
  const nameLater = (sessionId: string | undefined) =>
    void callersNamed(sessionId).catch((error: unknown) =>
      reportInternalError({ where: 'record callers', error }),
    )

  const request = async (filter: ListFilter) => {
    const listedExchanges = filterOf(filter)
    if (needsCaller(listedExchanges)) await callersNamed(filter.sessionId)
    return listedExchanges
  }
  return {
    async exchanges({ offset, limit, seen, waitMs, counting, ...filter }, { signal } = {}) {
      const range = { offset, limit, seen, waitMs, signal, counting }
      const page = await exchanges.page({ ...(await request(filter)), ...range })
      // Lists do not wait: they follow the version, and get the names with the next page.
      if (exchanges.hasCallers(filter.sessionId)) nameLater(filter.sessionId)
      return page
    },
    position: async ({ exchangeId, ...filter }) => exchanges.position(await request(filter), exchangeId),
    labels: async ({ sessionId }) => exchanges.seenLabels(maxLabels, sessionId),
    callers: async ({ sessionId }) => exchanges.seenCallers(maxLabels, sessionId),
  }
}

function needsCaller({ terms }: ExchangeFilter): boolean {
  return terms.some((term) => term.kind === 'texts' && term.key === 'caller')
}

function findingCalls(
  { exchanges }: SessionRecord,
  mutedRules: MutedRules,
): Pick<EngineClient['console'], 'findings' | 'findingGroups' | 'mute'> {
  return {
    findings: async ({ muted = false, ...query }, { signal } = {}) =>
      exchanges.findings({ ...query, muted, signal }),
    findingGroups: async ({ sessionId, inSession = sessionId, ...query }, { signal } = {}) =>
      exchanges.findingGroups({ ...query, inSession, signal }),
    async mute({ muted, ...rule }) {
      await mutedRules.mute(rule, muted)
      exchanges.wake()
      return { muted }
    },
  }
}

const notHttp = 'Only requests to http and https addresses can be copied for another program.'
const overHttp = 'A gRPC call isn’t an HTTP request that can be given to another program as text.'
const bySdk = 'The SDK has no method for this request.'
const notWritten: Readonly<Record<SnippetForm, string>> = {
  curl: overHttp,
  'curl-powershell': overHttp,
  fetch: overHttp,
  httpx: overHttp,
  grpcurl: 'Only a call over gRPC, to a service of A2A, is one for grpcurl.',
  'sdk-js': bySdk,
  'sdk-python': bySdk,
}

interface Report {
  readonly fileName: string
  readonly text: string
}

interface ReportDeps {
  readonly record: SessionRecord
  /** Masks values that became secrets after the recording. */
  readonly mask: Masking
  readonly version: string
}

export async function reportOf(
  { record, mask, version }: ReportDeps,
  exchangeId: string,
  discovery: Discovery | null,
): Promise<Report> {
  const { row, entries } = await headsOf(record, exchangeId)
  const [frames, flagged] = await Promise.all([
    record.page({ filter: { exchangeId, kinds: ['frame'] }, offset: 0, limit: maxReportedFrames }),
    record.exchanges.findings({ exchangeId, offset: 0, limit: maxReportedFindings }),
  ])
  const { request } = revealed(await sentSafely(record, exchangeId, mask), () => undefined)
  const agent = discovery?.found ? discovery : undefined
  const text = bugReport({
    row: mapStrings(row, mask.text),
    entries: mapStrings(inOrder([...entries, ...frames, ...flagged.rows]), mask.text),
    card: agent && mask.text(JSON.stringify(agent.raw, null, 2)),
    versions: [
      ['Parley', version],
      ['A2A', row.dialect ?? 'not specified'],
      ['Binding', row.binding ?? 'HTTP'],
      ...(agent ? ([['Agent', `${agent.card.name} ${agent.card.version ?? ''}`]] as const) : []),
      ['At', new Date(row.startedAt).toISOString()],
    ],
    textOf: (body) => mask.text(new TextDecoder().decode(wholeBody(record, body))),
    curl:
      request.call.binding === 'GRPC'
        ? snippetOf(request, 'grpcurl', { definitions: packedDefinitions(request.url) })
        : snippetOf(request, 'curl', {}),
  })
  return { fileName: datedFileName([row.label, 'exchange'], row.startedAt, '.md'), text }
}

/** The problems at one place of an exchange, with its bytes. */
async function problemReportOf(
  { record, mask }: Omit<ReportDeps, 'version'>,
  exchangeId: string,
  { title, facts, seq }: ProblemText,
): Promise<Report> {
  const { row, entries } = await headsOf(record, exchangeId)
  const last = entries.findLast(({ kind }) => kind === 'end' || kind === 'failure')
  const { entries: read } =
    seq === undefined
      ? { entries: last ? [last] : [] }
      : await record.read({ after: seq - 1, limit: 1, filter: { exchangeId } })
  const [entry] = mapStrings(read, mask.text)
  const text = problemReport({
    ...mapStrings({ title, facts, row }, mask.text),
    entry,
    textOf: (body) => mask.text(new TextDecoder().decode(wholeBody(record, body))),
  })
  return { fileName: datedFileName([row.label, 'problem'], row.startedAt, '.md'), text }
}

function inOrder(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [entry.seq, entry])).values()].toSorted((a, b) => a.seq - b.seq)
}

/** An exchange without its frames. */
async function headsOf(record: SessionRecord, exchangeId: string): Promise<ExchangeDetailAnswer> {
  const row = record.exchanges.row(exchangeId)
  if (row === undefined) throw gone()
  const entries = await record.page({
    filter: { exchangeId, kinds: notFrames },
    offset: 0,
    limit: maxHeadEntries,
  })
  return { row, entries: entries.filter((entry) => entry.kind !== 'frame') }
}

function gone(): Fault {
  return new Fault('not-found', 'This request is no longer in the record.')
}
