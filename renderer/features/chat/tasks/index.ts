export { PollLine } from './poll-line.tsx'
export { TaskListDialog } from './task-list-dialog.tsx'
export { taskMenuItems, usualPollMs } from './task-menu-items.ts'
export { useListening } from './use-listening.ts'
