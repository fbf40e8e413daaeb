import type { FrameEntry } from './entry.ts'

/** Of one frame, and of all of a page together. */
const mostOfFrame = 262_144
const mostOfPage = 4 * 1024 * 1024

/** Frames whose content lies apart, with that content: a list tells what each says. Beyond the bounds it stays apart. */
export function readableFrames(
  frames: readonly FrameEntry[],
  textBehind: (hash: string) => string | undefined,
): readonly FrameEntry[] {
  let left = mostOfPage
  return frames.map((frame) => {
    const { data } = frame
    if (data?.hash === undefined || data.text !== undefined || data.truncated) return frame
    if (data.sizeBytes > Math.min(mostOfFrame, left)) return frame
    const text = textBehind(data.hash)
    if (text === undefined) return frame
    left -= data.sizeBytes
    return { ...frame, data: { ...data, text } }
  })
}
