import type { FollowedPage } from '#shared/contract/record.ts'
import { countOf } from '#shared/record/run.ts'
import type { PackedAnswer, ReadRequest, RecordStatus, SessionRecord } from './store/record.ts'

/** Runs are short for what they hold; entries that stand alone may each bring a body with them, and a window reads a page at a stretch. */
const mostRows = 200

/** What a window reads: the next entries, and whether they are being kept. */
export async function followRecord(record: SessionRecord, request: ReadRequest): Promise<FollowedPage> {
  const page = withinRows(await record.readPacked(request))
  const notice = noticeOf(record.status())
  return notice === undefined ? page : { ...page, notice }
}

function withinRows(page: PackedAnswer): PackedAnswer {
  const packed = page.packed.slice(0, mostRows)
  const last = packed.at(-1)
  if (last === undefined || packed.length === page.packed.length) return page
  return { ...page, packed, next: last.seq + countOf(last) - 1 }
}

function noticeOf({ problem, setAside, droppedEntries }: RecordStatus): string | undefined {
  const said = [
    problem?.message,
    setAside && `A damaged record was found and set aside as ${setAside}; a new one was begun.`,
    droppedEntries > 0 && `${droppedEntries} entries no longer fitted into memory and are lost.`,
  ].filter(Boolean)
  return said.length === 0 ? undefined : said.join(' ')
}
