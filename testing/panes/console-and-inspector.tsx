import { ConsolePane } from '../../renderer/features/console/index.ts'
import { Inspector } from '../../renderer/features/inspector/index.ts'
import { SideBySide } from '../../renderer/ui/side-by-side.tsx'

/** As they stand in the window: what is selected in the console is shown beside it. */
export function ConsoleAndInspector() {
  return (
    <SideBySide detail={<Inspector />} detailSize="34%">
      <ConsolePane />
    </SideBySide>
  )
}
