export type { Lane } from './activity.ts'
export { blocksOf } from './blocks.ts'
export { scaleOf, tickName } from './lane-scale.ts'
