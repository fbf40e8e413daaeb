import { Tabs } from '@base-ui/react/tabs'
import { modes } from '#shared/contract/constants.ts'
import type { Mode } from '#shared/contract/preferences.ts'
import { useEngine } from '../host/engine.tsx'
import { useLayout } from '../state/layout.ts'
import { useMode } from '../state/mode.ts'
import '../ui/tabs.css'
import './mode-tabs.css'

const names: Readonly<Record<Mode, string>> = { chat: 'Chat', console: 'Console', checks: 'Checks' }

/** What the window is used for. */
export function ModeTabs() {
  const { mode, show } = useMode()
  const { hasChecks } = useEngine()
  return (
    <Tabs.Root className="mode-tabs rigid" value={mode} onValueChange={show}>
      <Tabs.List className="line" aria-label="Mode">
        {modes
          .filter((each) => each !== 'checks' || hasChecks)
          .map((each) => (
            // Also of the mode that is current: the inspector or a comparison may stand in its place.
            <Tabs.Tab
              key={each}
              value={each}
              onClick={() => {
                show(each)
                useLayout.getState().showMode()
              }}
            >
              {names[each]}
            </Tabs.Tab>
          ))}
      </Tabs.List>
    </Tabs.Root>
  )
}
