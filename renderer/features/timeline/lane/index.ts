export type { Lane } from './lane-layout.ts'
export { blocksOf, labelOf, scaleOf } from './lane-layout.ts'
