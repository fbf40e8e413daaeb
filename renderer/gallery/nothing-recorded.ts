// An empty session, answered like a shared page: requests for more than the rows find nothing.

import type { OpenedSession } from '#shared/contract/sessions.ts'
import type { EngineAccess } from '../host/engine.tsx'
import { pageAccess } from '../page/page-access.ts'

export function nothingRecorded(): EngineAccess {
  const opened: OpenedSession = {
    session: {
      id: 'none',
      name: '',
      note: '',
      pinned: false,
      origin: 'recorded',
      state: 'kept',
      createdAt: 0,
      agents: [],
      entries: 0,
      exchanges: 0,
      tasks: 0,
      findings: 0,
      sizeBytes: 0,
    },
    agents: [],
  }
  return pageAccess({
    opened,
    exchanges: [],
    rows: [],
    spans: [],
    rowsOf: () => [],
    entriesOf: () => [],
    body: () => undefined,
    textOf: () => undefined,
  })
}
