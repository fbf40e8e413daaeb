export { Composer } from './composer.tsx'
export { usePartEditor } from './part-editor.tsx'
export { useMessageActions } from './use-message-actions.ts'
