export { RemovalNotices } from './removal-notices.tsx'
export { useRemove } from './use-remove.ts'
