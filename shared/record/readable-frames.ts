import type { FrameEntry } from './entry.ts'

// Of a frame that comes along with its row; a larger one is fetched when it is opened.
const maxFrameWithPageBytes = 262_144
// Of all frames that come along with their rows; the others are fetched when they are opened.
const maxFramesWithPageBytes = 4 * 1024 * 1024

/** Frames whose content lies apart, with that content: a list tells what each says. Beyond the bounds it stays apart. */
export function readableFrames(
  frames: readonly FrameEntry[],
  textBehind: (hash: string) => string | undefined,
): readonly FrameEntry[] {
  let left = maxFramesWithPageBytes
  return frames.map((frame) => {
    const { data } = frame
    if (data?.hash === undefined || data.text !== undefined || data.truncated) return frame
    if (data.sizeBytes > Math.min(maxFrameWithPageBytes, left)) return frame
    const text = textBehind(data.hash)
    if (text === undefined) return frame
    left -= data.sizeBytes
    return { ...frame, data: { ...data, text } }
  })
}
