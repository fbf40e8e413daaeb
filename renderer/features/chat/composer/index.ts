export { Composer } from './composer.tsx'
export { usePartEditor } from './part-editor-state.ts'
export { useMessageActions } from './use-message-actions.ts'
