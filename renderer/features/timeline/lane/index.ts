export type { Lane } from './activity.ts'
export { blocksOf } from './blocks.ts'
export { scaleOf, tickName } from './lane-chart.tsx'
export { isLive } from './task-lanes.ts'
