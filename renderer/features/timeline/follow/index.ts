export type { TaskTimeline } from './task-timeline.ts'
