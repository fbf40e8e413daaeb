import { type RefObject, useEffect, useState } from 'react'
import type { DrawnPage, Pdf, PdfProblem, WantedPage } from './open-pdf.ts'

export type PageState =
  | { readonly state: 'drawing' }
  | { readonly state: 'drawn'; readonly page: DrawnPage; readonly number: number }
  | { readonly state: 'problem'; readonly problem: PdfProblem }

/** Draws the page into the box. What was drawn before stays until the next is there, so nothing flickers. */
export function usePdfPage(
  pdf: Pdf | undefined,
  { number, room, zoom }: WantedPage,
  box: RefObject<HTMLElement | null>,
): PageState {
  const [shown, setShown] = useState<PageState>({ state: 'drawing' })
  useEffect(() => {
    if (!pdf || room === 0) return
    const stop = new AbortController()
    void pdf.draw({ number, room, zoom }, stop.signal).then((page) => {
      if (stop.signal.aborted) return
      if (typeof page === 'string') {
        box.current?.replaceChildren()
        setShown({ state: 'problem', problem: page })
        return
      }
      box.current?.replaceChildren(page.canvas, page.text)
      setShown({ state: 'drawn', page, number })
    })
    return () => stop.abort()
  }, [pdf, number, room, zoom, box])
  return shown
}
