/** Attempts at most: an input that fails slowly is not to be made smaller for an hour. */
const maxAttempts = 2_000

/** Takes pieces out of an input, large ones first, as long as it fails without them. */
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
