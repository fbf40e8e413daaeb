/** Made once: making one costs a hundred times what using it does, and lists draw many times. */
const counts = new Intl.NumberFormat('en')

/** 12,345 */
export function formatCount(count: number): string {
  return counts.format(count)
}
