import type { FollowedPage } from '#shared/contract/record.ts'
import type { ReadRequest, RecordStatus, SessionRecord } from './session/record.ts'

/** What a window reads: the next entries, and whether they are being kept. */
export async function followRecord(record: SessionRecord, request: ReadRequest): Promise<FollowedPage> {
  const page = await record.readPacked(request)
  const notice = noticeOf(record.status())
  return notice === undefined ? page : { ...page, notice }
}

function noticeOf({ problem, setAside, droppedEntries }: RecordStatus): string | undefined {
  const said = [
    problem?.message,
    setAside && `A damaged record was found and set aside as ${setAside}; a new one was begun.`,
    droppedEntries > 0 && `${droppedEntries} entries no longer fitted into memory and are lost.`,
  ].filter(Boolean)
  return said.length === 0 ? undefined : said.join(' ')
}
