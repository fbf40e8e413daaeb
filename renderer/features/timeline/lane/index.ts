export type { Lane } from './activity.ts'
export { blocksOf } from './blocks.ts'
export { labelOf } from './label.ts'
export { scaleOf } from './lane-scale.ts'
