export { SpanLanes, useSpanLanes } from './lanes/span-lanes.tsx'
export { ReceiveDialog } from './receiver/receive-dialog.tsx'
export { SpansTab } from './spans-tab.tsx'
export { UnknownTraces } from './unknown/unknown-traces.tsx'
