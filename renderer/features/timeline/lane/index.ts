export type { Lane } from './activity.ts'
export { blocksOf, capPx } from './blocks.ts'
export { scaleOf, tickName } from './lane-chart.tsx'
export { isLive } from './task-lanes.ts'
