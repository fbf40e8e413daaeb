// How large a page is drawn. A PDF may report that its pages are kilometres wide; the window's memory does not depend on it.

/** Of the canvas of a page; a larger one is drawn coarser. */
export const maxPdfPixels = 6_000_000
/** Pixels of that canvas's side; a larger page is drawn smaller. */
export const maxPdfSide = 8_000
// How many times a small page is enlarged to the chat's width.
const maxPdfEnlarged = 2

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
  const fits = Math.min(Math.max(1, room) / wide, maxPdfEnlarged)
  const scale = Math.min(fits * zoom, maxPdfSide / wide, maxPdfSide / high)
  const [width, height] = [wide, high].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  return { scale, width, height, density: Math.min(density, Math.sqrt(maxPdfPixels / (width * height))) }
}
