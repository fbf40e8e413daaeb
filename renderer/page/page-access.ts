import { type EngineAccess, queriesOf } from '../host/engine.tsx'
import { createPageClient } from './page-answers.ts'
import type { PageData } from './page-data.ts'

/** What a page carries, to be looked at and nothing else. */
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
