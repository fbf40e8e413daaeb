// One JSON value a line, as some agents stream instead of server-sent events.

import { createFramer, type Framer, type RawFrame } from './framer.ts'

const lf = 0x0a

export function createNdjsonFramer(maxFrameBytes: number): Framer {
  return createFramer({ scan: lineEnds, finish: () => false }, maxFrameBytes)
}

/** The line without its ending; undefined for an empty one. */
export function readLine(frame: RawFrame): string | undefined {
  const line = (frame.text ?? frame.bytes.toString('utf8')).trim()
  return line === '' ? undefined : line
}

function lineEnds(chunk: Uint8Array): readonly number[] {
  const ends: number[] = []
  for (let at = chunk.indexOf(lf); at >= 0; at = chunk.indexOf(lf, at + 1)) ends.push(at + 1)
  return ends
}
