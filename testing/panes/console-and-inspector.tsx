import { ConsolePane } from '../../renderer/features/console/index.ts'
import { Inspector } from '../../renderer/features/inspector/index.ts'
import { ListAndDetail } from '../../renderer/ui/list-and-detail.tsx'

/** As they stand in the window: what is selected in the console is shown beside it. */
export function ConsoleAndInspector() {
  return (
    <ListAndDetail detail={<Inspector />} detailSize="34%">
      <ConsolePane />
    </ListAndDetail>
  )
}
