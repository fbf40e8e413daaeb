/** Below the opener, or above it where there is no room; never outside of the window. */
export function placeBelow(
  opener: HTMLElement | null,
  box: HTMLElement | null,
  edge: 'left' | 'right',
): void {
  if (!opener || !box) return
  const at = opener.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const below = at.bottom + 4 + height <= window.innerHeight
  const wanted = edge === 'left' ? at.left : at.right - width
  const left = Math.max(8, Math.min(wanted, window.innerWidth - width - 8))
  box.style.left = `${left}px`
  box.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - 4 - height)}px`
}
