import { saveFile } from '../../../ui/save-file.ts'
import { cleanFileName, fallbackName } from './file-name.ts'

/** Hands an agent's bytes or text to the user as a file, under a clean name and never as a type that a browser would open. */
export function savePart(content: BlobPart, name: string | undefined, type: string): void {
  const bytes = new Blob([content], { type: 'application/octet-stream' })
  saveFile(bytes, cleanFileName(name, fallbackName(type)))
}
