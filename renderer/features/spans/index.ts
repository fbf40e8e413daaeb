export { SpanLanes, useSpanLanes } from './span-lanes.tsx'
export { SpansTab } from './spans-tab.tsx'
