import { type SayablePart, useDraft } from '../../../state/draft.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { formatBytes } from '../../../ui/format.ts'
import { encodeBase64 } from '../parts/index.ts'

/** Of one file in a message, base64 and all within one message of the contract; refused with its name. */
const maxAttachedBytes = 96_000_000

/** Files from the picker, a drop or the clipboard, with the names and types they have. */
export function useAddFiles(agentId: string) {
  const { addParts, setReading } = useDraft.getState()
  return (files: Iterable<File>): void => {
    const chosen = [...files]
    const tooLarge = chosen.filter(({ size }) => size > maxAttachedBytes)
    if (tooLarge.length > 0) {
      const names = tooLarge.map(({ name }) => name).join(', ')
      useRunningCalls
        .getState()
        .setFault(agentId, `Too large for one message (${formatBytes(maxAttachedBytes)} at most): ${names}`)
    }
    setReading(1)
    Promise.all(chosen.filter((file) => !tooLarge.includes(file)).map(partOf))
      .then((parts) => addParts(agentId, parts))
      .catch(() => useRunningCalls.getState().setFault(agentId, 'A file could not be read.'))
      .finally(() => setReading(-1))
  }
}

async function partOf(file: File): Promise<SayablePart> {
  return {
    kind: 'file-bytes',
    base64: await encodeBase64(file),
    ...(file.name !== '' && { filename: file.name }),
    ...(file.type !== '' && { mediaType: file.type }),
  }
}
