// How large a page is drawn. A PDF may say that its pages are kilometres wide; the window's memory does not depend on it.

export const mostPixels = 6_000_000
export const mostSide = 8_000
/** A page of a few millimetres is not blown up to the width of the chat. */
const mostEnlarged = 2

export interface PageSize {
  /** CSS pixels to a unit of the page. */
  readonly scale: number
  readonly width: number
  readonly height: number
  /** Canvas pixels to a CSS pixel. */
  readonly density: number
}

interface Sides {
  readonly width: number
  readonly height: number
}

/** As wide as there is room, times what the reader enlarged it by. */
export function pageSize(page: Sides, room: number, zoom: number, density: number): PageSize {
  const [wide, high] = [Math.max(page.width, 0.001), Math.max(page.height, 0.001)]
  const fits = Math.min(Math.max(1, room) / wide, mostEnlarged)
  const scale = Math.min(fits * zoom, mostSide / wide, mostSide / high)
  const [width, height] = [wide, high].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  return { scale, width, height, density: Math.min(density, Math.sqrt(mostPixels / (width * height))) }
}
