/** Bounds the time for an input that fails slowly. */
const maxAttempts = 2_000

/** Removes pieces from an input, large ones first, while it still fails. */
export async function minimise(input: Buffer, fails: (smaller: Buffer) => Promise<boolean>): Promise<Buffer> {
  let smallest = input
  let attempts = 0
  for (let size = input.length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at < smallest.length && attempts < maxAttempts; attempts++) {
      const smaller = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)])
      if (await fails(smaller)) smallest = smaller
      else at += size
    }
  }
  return smallest
}
