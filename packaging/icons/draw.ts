// Draws an SVG in sizes, in the browser the specs run in.

import { chromium } from '@playwright/test'
import { findBrowser } from '../../e2e/browser.ts'
import type { Picture } from './picture.ts'

export interface Drawing {
  readonly svg: string
  readonly sizes: readonly number[]
  /** How much of each side the drawing takes; the rest is left free around it. */
  readonly share: number
}

export async function draw(drawings: readonly Drawing[]): Promise<readonly (readonly Picture[])[]> {
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args: [...args], env: { ...process.env, ...env } })
  try {
    const page = await browser.newPage()
    const drawn = []
    for (const drawing of drawings) drawn.push(await page.evaluate(drawInPage, drawing))
    return drawn.map((pictures) =>
      pictures.map(({ size, png, rgba }) => ({
        size,
        png: Buffer.from(png, 'base64'),
        rgba: Buffer.from(rgba, 'base64'),
      })),
    )
  } finally {
    await browser.close()
  }
}

async function drawInPage({ svg, sizes, share }: Drawing) {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  return Promise.all(
    sizes.map(async (size) => {
      const canvas = new OffscreenCanvas(size, size)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('This browser draws nothing.')
      const side = Math.round((size * share) / 2) * 2
      context.drawImage(image, (size - side) / 2, (size - side) / 2, side, side)
      const png = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
      const { data } = context.getImageData(0, 0, size, size)
      return { size, png: toBase64(png), rgba: toBase64(data) }
    }),
  )

  function toBase64(bytes: Uint8Array | Uint8ClampedArray): string {
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return btoa(text)
  }
}
