export { PromptsDialog } from './prompts-dialog.tsx'
