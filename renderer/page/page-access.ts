import { dialectOf } from '#shared/a2a/dialects.ts'
import { maxLabels, type SeenCallers } from '#shared/contract/console.ts'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import { hasWords, wordsOf } from '#shared/filter/words.ts'
import type { Entry, FrameEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { createFindingTally, groupFindings } from '#shared/record/finding-groups.ts'
import { countOf, cut, firstEndingAfter, type Packed, readableFrames, unpack } from '#shared/record/run.ts'
import { factsIn } from '#shared/spans/span-batch.ts'
import { createSpansApi } from '#shared/spans/spans-api.ts'
import { createReading } from '#shared/story/reading.ts'
import type { Stories } from '#shared/story/stories.ts'
import { createStoryApi } from '#shared/story/story-api.ts'
import { createTimelineApi } from '#shared/story/timeline/timeline-api.ts'
import { type EngineAccess, queriesOf } from '../host/engine.tsx'
import type { Range } from '../record/pages.ts'
import { createSlices } from '../record/slices.ts'
import { base64Of } from '../ui/base64.ts'
import { listed, recordedClient, refusal, refused } from '../viewing/recorded-client.ts'
import type { PageData, PageRow } from './page-data.ts'
import { createFilteredList, type ListFilter, textIn } from './page-filter.ts'
import { sequenceIn } from './page-sequence.ts'
import { foldPage, type PageConversation, pageStories, waitForChange } from './page-story.ts'

/** A page never changes. */
const version = 1

/** The content of a page, read-only. */
export function pageAccess(data: PageData): EngineAccess {
  const client = createPageClient(data)
  return {
    client,
    queries: queriesOf(client),
    capabilities: {
      productVersion: '',
      platform: 'other',
      secretStore: 'memory',
      opensLinks: false,
      nativeMenu: false,
      dataDir: '',
      logFile: '',
    },
    recorded: data.opened,
    canCall: false,
    canAnnotate: false,
    canExport: false,
    canFollow: false,
    hasChecks: false,
  }
}

// Answers the contract's reads from the content of a page. Actions are refused, as in any recording.

export function createPageClient(data: PageData): EngineClient {
  const sequence = sequenceIn(data)
  const console = consoleIn(data, sequence.named())
  const stories = foldPage(data).then((projection) => pageStories(data, console, projection))
  return recordedClient(data.opened, {
    host: refused.host,
    sessions: refused.sessions,
    checks: refused.checks,
    record: recordIn(data),
    console,
    timeline: whenRead(
      stories.then((all) => timelineIn(data, all)),
      listed.timeline,
    ),
    story: whenRead(stories.then(createStoryApi), listed.story),
    together: sequence.answers,
    spans: spansIn(data),
  })
}

/** Members that wait until the page is read. */
function whenRead<Noun extends object, Name extends keyof Noun>(
  ready: Promise<Noun>,
  names: readonly Name[],
): Pick<Noun, Name> {
  const calls = names.map((name) => {
    const request = async (input: unknown) => ((await ready)[name] as (input: unknown) => unknown)(input)
    return [name, request]
  })
  return Object.fromEntries(calls) as Pick<Noun, Name>
}

function recordIn({ rows, entriesOf, body }: PageData): EngineClient['record'] {
  const latest = latestIn(rows)
  return {
    async exchange({ exchangeId, after, limit }) {
      const entries = entriesOf(exchangeId)
        .filter(({ seq }) => seq > after)
        .slice(0, limit)
      return { entries, next: entries.at(-1)?.seq ?? latest, latest }
    },
    async body({ hash, offset, length }) {
      const bytes = body(hash)
      if (bytes === undefined) throw refusal('This body is not in this page.')
      return { base64: base64Of(bytes.subarray(offset, offset + length)), sizeBytes: bytes.length }
    },
    // The whole text: a page has no engine from which to fetch the rest later.
    async shortened({ hash }) {
      const bytes = body(hash)
      return { text: bytes ? new TextDecoder().decode(bytes) : null }
    },
  }
}

function latestIn(rows: PageData['rows']): number {
  const last = rows.at(-1)?.packed
  return last === undefined ? 0 : last.seq + countOf(last) - 1
}

/** `named`: the exchanges with the agents that called. */
function consoleIn(data: PageData, named: Promise<PageData['exchanges']>): EngineClient['console'] {
  const { rows, entriesOf, exchanges, textOf } = data
  const range = <T>(list: readonly T[], { offset, limit }: Range) => list.slice(offset, offset + limit)
  const followed = <T>(request: { readonly seen?: number | undefined }, answer: T) =>
    waitForChange(request, undefined, () => ({ ...answer, version: 1 }))
  const pageOf = async <T>(list: readonly T[], input: Range & { readonly seen?: number | undefined }) =>
    followed(input, { rows: range(list, input), total: list.length })
  const entries = rows.map(({ packed }) => packed).filter(isFound)
  const agents = new Map(exchanges.map(({ id, agentId }) => [id, agentId]))
  const agentOf = ({ exchangeId }: Entry) => agents.get(exchangeId)
  const tally = createFindingTally()
  for (const entry of entries) tally.add({ findings: [], ...entry, agentId: agentOf(entry) })
  const filtered = named.then((all) => createFilteredList({ ...data, exchanges: all }))
  const listed = async (filter: ListFilter) => (await filtered)(filter)
  return {
    async exchanges(input) {
      const { agentId: _, nested: __, ...wider } = input
      const outside = input.counting && {
        outside: (await listed(wider)).length - (await listed({ ...input, nested: undefined })).length,
      }
      return { ...(await pageOf(await listed(input), input)), ...outside }
    },
    async position(input) {
      const listedNow = await listed(input)
      const index = listedNow.findIndex(({ id }) => id === input.exchangeId)
      if (index >= 0 || input.nested === undefined) return index
      const unfolded = await listed({ ...input, nested: exchanges.map(({ id }) => id) })
      const within = unfolded.findIndex(({ id }) => id === input.exchangeId)
      const request = unfolded.slice(0, Math.max(0, within)).findLast(({ isWithin }) => !isWithin)
      return listedNow.findIndex(({ id }) => id === request?.id)
    },
    async exchange(input) {
      const { exchangeId } = input
      const row = (await named).find(({ id }) => id === exchangeId)
      if (row === undefined) throw refusal('This request is not in this page.')
      return followed(input, {
        row,
        entries: entriesOf(exchangeId).filter((entry) => entry.kind !== 'frame'),
      })
    },
    frames: async (input) =>
      readableFrames(range(entriesOf(input.exchangeId).filter(isFrame), input), textOf),
    findings({ exchangeId, group, ...input }) {
      const all = exchangeId === undefined ? entries : entriesOf(exchangeId).filter(isFound)
      return pageOf(group ? all.filter((entry) => isInGroup(entry, agentOf(entry), group)) : all, input)
    },
    async findingGroups(input) {
      const { groups, ...rest } = groupFindings([tally], input)
      return { ...rest, ...(await pageOf(groups, input)) }
    },
    counts: async (input) =>
      followed(input, {
        exchanges: (await listed({ filter: '', agentId: input.agentId })).length,
        webhooks: exchanges.filter(({ kind }) => kind === 'webhook').length,
        findings: entries.reduce((sum, { findings = [] }) => sum + findings.length, 0),
        latest: latestIn(rows),
      }),
    labels: async () => labelsOf(exchanges),
    callers: async () => callersOf(await named),
    reveal: async () => null,
    mute: refused.console.mute,
    annotate: refused.console.annotate,
    snippet: refused.console.snippet,
    report: refused.console.report,
  }
}

/** The latest first. */
function labelsOf(exchanges: readonly ExchangeRow[]): readonly string[] {
  const labels = exchanges.map(({ label }) => label).filter((label) => label !== '')
  return [...new Set(labels.toReversed())].slice(0, maxLabels)
}

function callersOf(exchanges: readonly ExchangeRow[]): SeenCallers {
  const latest = (fieldOf: (row: ExchangeRow) => string | undefined) =>
    [...new Set(exchanges.toReversed().flatMap((row) => fieldOf(row) ?? []))].slice(0, maxLabels)
  return {
    programs: latest(({ program }) => program),
    agentIds: latest(({ callerAgentId }) => callerAgentId),
  }
}

type Group = NonNullable<Inputs['console']['findings']['group']>

function isInGroup({ findings = [] }: Entry, agentId: string | undefined, group: Group): boolean {
  return (
    agentId === group.agentId &&
    findings.some(({ rule, severity }) => rule === group.rule && severity === (group.severity ?? severity))
  )
}

function isFrame(entry: Entry): entry is FrameEntry {
  return entry.kind === 'frame'
}

function isFound(entry: Packed): entry is Entry {
  return entry.kind !== 'run' && (entry.findings ?? []).length > 0
}

// The spans of a page's session, in the same rows as the engine's.

function spansIn({ exchanges, spans }: PageData): EngineClient['spans'] {
  const ofTrace = Map.groupBy(spans, ({ traceId }) => traceId)
  return createSpansApi({
    exchange: (exchangeId) => exchanges.find(({ id }) => id === exchangeId),
    exchangesOfTask: (taskId, agentId) =>
      exchanges.filter((row) => row.taskId === taskId && (agentId === undefined || row.agentId === agentId)),
    exchangesOfTrace: (traceId) => exchanges.filter((row) => row.traceId === traceId),
    trace(traceId) {
      const lots = ofTrace.get(traceId) ?? []
      return { spans: lots.flatMap(factsIn), dropped: lots[0]?.dropped ?? 0 }
    },
    stamp: () => version,
    // A page contains only the traces of its exchanges.
    unknown: () => ({ rows: [], total: 0, spans: 0 }),
    unknownStamp: () => version,
    span(traceId, spanId) {
      for (const { resource, service, spans: its } of ofTrace.get(traceId) ?? []) {
        const match = its.find((span) => span.spanId === spanId)
        if (match) {
          const { detail, ...facts } = match
          return { traceId, service, ...facts, ...detail, resource }
        }
      }
      return undefined
    },
    followed: waitForChange,
  })
}

// The timelines of a page's tasks, read from the same folds as its conversations.

function timelineIn(data: PageData, stories: Stories<PageConversation>): EngineClient['timeline'] {
  const { opened, rows, textOf } = data
  const packed = rows.map((row) => row.packed)

  /** Entries about the task or about no task, from the exchanges in which the task appeared. */
  const around = (taskId: string): readonly PageRow[] => {
    const ids = new Set(rows.filter((row) => row.taskId === taskId).map((row) => row.packed.exchangeId))
    return rows.filter(
      (row) => (row.taskId === taskId || row.taskId === undefined) && ids.has(row.packed.exchangeId),
    )
  }
  return createTimelineApi({
    ...stories,
    now: () => opened.session.lastAt ?? 0,
    reading: createReading({ dialectOf, bodies: textOf }),
    entriesAt: (seqs) =>
      [...seqs].flatMap((seq) => {
        const row = packed[firstEndingAfter(packed, seq - 1)]
        const one = row && row.seq <= seq ? cut(row, seq, 1) : undefined
        return one ? unpack([one]) : []
      }),
    async seqsWith(taskId, text) {
      const hasWord = hasWords(wordsOf(text))
      const textOfEntry = textIn(data)
      const breathe = createSlices()
      const seqs: number[] = []
      for (const { packed, taskId: about } of around(taskId)) {
        if (about === undefined && (packed.kind === 'frame' || packed.kind === 'run')) continue
        for (const entry of unpack([packed])) if (hasWord(textOfEntry(entry))) seqs.push(entry.seq)
        await breathe()
      }
      return seqs
    },
    // Secrets were removed when the page was made.
    masked: (value) => value,
  })
}
