// Composes the window: the connection, the panes, the commands. It has no state.

import { QueryClientProvider } from '@tanstack/react-query'
import { CommandKeys } from './commands/command-keys.tsx'
import { KeySheet } from './commands/key-sheet.tsx'
import { Palette } from './commands/palette.tsx'
import { TakeOpenings, Toolbar } from './features/agent/index.ts'
import { Backstage, Presenter } from './features/presenter/index.ts'
import { RemovalNotices } from './features/removals/index.ts'
import { RecordingBanner, RecordingChip, SessionFileDialogs } from './features/sessions/index.ts'
import { Settings, SpanDialogs } from './features/settings/index.ts'
import { TapsDialog } from './features/taps/index.ts'
import { UpdatesDialog } from './features/updates/index.ts'
import { EngineGate } from './host/engine-gate.tsx'
import { LinkQuestion } from './host/link-question.tsx'
import { queryClient } from './host/query-client.ts'
import { RedirectQuestions } from './host/redirect-question.tsx'
import { WindowNumber } from './host/window-number.tsx'
import { Shell } from './shell.tsx'
import { useFetchWhenIdle } from './ui/lazy-part.tsx'
import { useIsFirst } from './use-is-first.ts'
import { LookingAt } from './viewing/viewing.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <EngineGate>
        <LookingAt>
          <Backstage>
            <WindowToolbar />
          </Backstage>
          <RecordingBanner />
          <Shell />
          <Presenter />
          <Palette />
          <KeySheet />
          <LinkQuestion />
          <RedirectQuestions />
          <TakeOpenings />
          <SessionFileDialogs />
          <Settings />
          <SpanDialogs />
          <TapsDialog />
          <UpdatesDialog />
          <RemovalNotices />
          <CommandKeys />
          <LateParts />
        </LookingAt>
      </EngineGate>
    </QueryClientProvider>
  )
}

function WindowToolbar() {
  const isFirst = useIsFirst()
  return (
    <Toolbar
      hasPanes={!isFirst}
      status={
        <>
          <WindowNumber />
          <RecordingChip />
        </>
      }
    />
  )
}

/** Parts whose code is loaded while the window is idle. */
function LateParts() {
  useFetchWhenIdle()
  return null
}
