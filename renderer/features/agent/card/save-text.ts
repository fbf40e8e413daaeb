import { saveFile } from '../../../ui/save-file.ts'

/** Hands a text to the user as a file. */
export function saveText(text: string, fileName: string): void {
  saveFile(new Blob([text], { type: 'application/json' }), fileName)
}
