import type { CommandId } from '#shared/commands.ts'
import { OfferedSoon } from './commands/offered-soon.tsx'
import { latePane } from './ui/late-part.tsx'

const commands: readonly CommandId[] = ['console.filter']

export const ConsolePane = latePane(
  'Console',
  'the console',
  () => import('./features/console/late.ts').then((module) => module.ConsolePane),
  { meanwhile: <OfferedSoon ids={commands} /> },
)
