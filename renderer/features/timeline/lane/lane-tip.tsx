import { useQuery } from '@tanstack/react-query'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import { useEngine } from '../../../host/engine.tsx'
import { formatDuration, formatOffset } from '../../../ui/format.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import type { LaneBlock } from './blocks.ts'

interface LaneTipProps {
  readonly task: TimelineTask
  readonly block: LaneBlock
  readonly widthPx: number
}

const tipPx = 240

/** What the pointer or the focus is on: when, how long, and what the agent said with it. */
export function LaneTip({ task, block, widthPx }: LaneTipProps) {
  const { segment, fromMs, lastedMs, fromPx } = block
  const said = useMessage(task, segment.row)
  const left = Math.max(0, Math.min(fromPx, widthPx - tipPx))
  return (
    <div role="tooltip" className="lane-tip" style={{ left, maxWidth: Math.min(tipPx, widthPx) }}>
      <p>
        <StateMark state={segment.state} />
        <span className="mono muted"> {formatOffset(fromMs)} s</span>
        {lastedMs !== undefined && <span className="muted"> for {formatDuration(lastedMs)}</span>}
      </p>
      {segment.impossible && (
        <p className="lane-tip-wrong">A task can’t reach this state from the one before.</p>
      )}
      {segment.updates > 1 && <p className="muted">said {segment.updates} times</p>}
      {said !== undefined && said !== '' && (
        <p className="lane-tip-said">
          <UntrustedText text={said} limit={160} />
        </p>
      )}
    </div>
  )
}

function useMessage(task: TimelineTask, row: number): string | undefined {
  const { queries } = useEngine()
  const input = { task, filter: {}, from: row, limit: 1 }
  return useQuery(queries.timeline.rows.queryOptions({ input })).data?.rows[0]?.text
}
