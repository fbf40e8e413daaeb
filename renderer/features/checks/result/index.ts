export { Evidence } from './evidence.tsx'
export { Reason } from './result-detail.tsx'
