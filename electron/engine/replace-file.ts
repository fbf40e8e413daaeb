import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { privateFile, privateFolder } from './data-folder/private-files.ts'

/** Writes a file as a whole: whoever reads it meanwhile, or after a crash, finds the old text or the new. Nobody else may read it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), privateFolder)
  const draft = `${path}.new`
  await writeFile(draft, text, privateFile)
  await rename(draft, path)
}
