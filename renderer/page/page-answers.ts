// The contract as a page answers it, from what it carries. Whatever would do something is refused as in any recording.

import { maxLabels, type SeenCallers } from '#shared/contract/console.ts'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import type { Entry, FrameEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { createFindingTally, groupFindings } from '#shared/record/finding-groups.ts'
import { readableFrames } from '#shared/record/readable-frames.ts'
import { countOf, type Packed } from '#shared/record/run.ts'
import { answerStory } from '#shared/story/story-api.ts'
import { listed, recordedClient, refusal, refused } from '../looking/recorded-client.ts'
import { base64Of } from '../ui/base64.ts'
import type { PageData } from './page-data.ts'
import { createFilteredList, type ListFilter } from './page-filter.ts'
import { spansIn } from './page-spans.ts'
import { foldPage, pageStories, untilOther } from './page-story.ts'
import { timelineIn } from './page-timeline.ts'
import { togetherIn } from './page-together.ts'

export function createPageClient(data: PageData): EngineClient {
  const together = togetherIn(data)
  const console = consoleIn(data, together.named())
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
    story: whenRead(stories.then(answerStory), listed.story),
    together: together.answers,
    spans: spansIn(data),
  })
}

/** Members of what is there once all of the page has been read. */
function whenRead<Noun extends object, Name extends keyof Noun>(
  ready: Promise<Noun>,
  names: readonly Name[],
): Pick<Noun, Name> {
  const asked = names.map((name) => {
    const ask = async (input: unknown) => ((await ready)[name] as (input: unknown) => unknown)(input)
    return [name, ask]
  })
  return Object.fromEntries(asked) as Pick<Noun, Name>
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
    // Whole, files and all: what they would be fetched from later is this page.
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

interface Range {
  readonly offset: number
  readonly limit: number
}

/** `named`: its exchanges, once it is known which agents called. */
function consoleIn(data: PageData, named: Promise<PageData['exchanges']>): EngineClient['console'] {
  const { rows, entriesOf, exchanges, textOf } = data
  const range = <T>(list: readonly T[], { offset, limit }: Range) => list.slice(offset, offset + limit)
  const followed = <T>(asked: { readonly seen?: number | undefined }, answer: T) =>
    untilOther(asked, undefined, () => ({ ...answer, version: 1 }))
  const pageOf = async <T>(list: readonly T[], input: Range & { readonly seen?: number | undefined }) =>
    followed(input, { rows: range(list, input), total: list.length })
  const found = rows.map(({ packed }) => packed).filter(isFound)
  const agents = new Map(exchanges.map(({ id, agentId }) => [id, agentId]))
  const agentOf = ({ exchangeId }: Entry) => agents.get(exchangeId)
  const tally = createFindingTally()
  for (const entry of found) tally.add({ findings: [], ...entry, agentId: agentOf(entry) })
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
      const all = exchangeId === undefined ? found : entriesOf(exchangeId).filter(isFound)
      return pageOf(group ? all.filter((entry) => isInGroup(entry, agentOf(entry), group)) : all, input)
    },
    async findingGroups(input) {
      const { groups, ...told } = groupFindings([tally], input)
      return { ...told, ...(await pageOf(groups, input)) }
    },
    counts: async (input) =>
      followed(input, {
        exchanges: (await listed({ filter: '', agentId: input.agentId })).length,
        webhooks: exchanges.filter(({ kind }) => kind === 'webhook').length,
        findings: found.reduce((sum, { findings = [] }) => sum + findings.length, 0),
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
  const latest = (of: (row: ExchangeRow) => string | undefined) =>
    [...new Set(exchanges.toReversed().flatMap((row) => of(row) ?? []))].slice(0, maxLabels)
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
