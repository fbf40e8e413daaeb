export { SaveDialog } from './save-dialog.tsx'
export { ToldLine } from './told-line.tsx'
export { type Copying, formNames, useCopy } from './use-copy.ts'
