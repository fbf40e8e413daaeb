/** One size of an icon, as the containers want it. */
export interface Picture {
  readonly size: number
  readonly png: Uint8Array
  /** Red, green, blue, alpha, row by row from the top; not premultiplied. */
  readonly rgba: Uint8Array
}
