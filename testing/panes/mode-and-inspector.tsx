import { Inspector } from '../../renderer/features/inspector/index.ts'
import { ModePane } from '../../renderer/panes.tsx'
import { ListAndDetail } from '../../renderer/ui/list-and-detail.tsx'

/** As they stand in the window: what is selected in a mode is shown beside it. */
export function ModeAndInspector() {
  return (
    <ListAndDetail detail={<Inspector />} detailSize="34%">
      <ModePane />
    </ListAndDetail>
  )
}
