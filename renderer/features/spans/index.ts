export { SpanLanes, useSpanLanes } from './lanes/span-lanes.tsx'
export { SpansTab } from './spans-tab.tsx'
