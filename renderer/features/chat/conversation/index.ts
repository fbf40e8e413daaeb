export { Conversation } from './conversation.tsx'
export type { Block, Place } from './row.ts'
export type { PartSegment, SaidAt, Segment, TextSegment } from './segments.ts'
export type { TextPiece } from './text-pieces.ts'
