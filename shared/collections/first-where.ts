/** The first of so many places from which on something holds, found by halving; `length` where it holds of none. */
export function firstWhere(length: number, holds: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
