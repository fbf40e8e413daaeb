export { ConversationLog } from './conversation.tsx'
export type { Block, WayToBytes } from './row.ts'
export type { PartSegment, SaidAt, Segment, TextSegment } from './segments.ts'
export type { TextPiece } from './text-pieces.ts'
