// The size at which a page is drawn. A PDF may declare pages kilometres wide; the limits bound the memory.

/** Of the canvas of a page; a larger page is drawn at a lower resolution. */
export const maxPdfPixels = 6_000_000
/** Pixels of a side of that canvas; a larger page is drawn smaller. */
export const maxPdfSide = 8_000
// The largest factor by which a small page is enlarged to the chat's width.
const maxPdfEnlarged = 2

export interface PageSize {
  /** CSS pixels per unit of the page. */
  readonly scale: number
  readonly width: number
  readonly height: number
  /** Canvas pixels per CSS pixel. */
  readonly density: number
}

interface Sides {
  readonly width: number
  readonly height: number
}

/** Fits the page to the room and multiplies by the zoom. */
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
