/** Created once: that costs a hundred times a call, and lists draw often. */
const counts = new Intl.NumberFormat('en')

/** 12,345 */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** 1 event, 2 events */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
