export { Contexts } from './contexts.tsx'
export { isForgotten, useContextNotes } from './use-context-notes.ts'
