export { decodeNow, encodeBase64, loadBase64 } from './load-bytes.ts'
export { PartRow } from './part-row.tsx'
export { RawPartDialog } from './raw-part.tsx'
export { TextRow } from './text-row.tsx'
