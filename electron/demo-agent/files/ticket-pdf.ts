// A PDF of one page. Text must be ASCII: the standard fonts need no embedding then.

import { assemblePdf } from './assemble-pdf.ts'

export interface Ticket {
  readonly title: string
  readonly lines: readonly string[]
}

export function ticketPdf(ticket: Ticket): Buffer {
  const drawing = [
    '0.42 0.39 0.86 rg 0 250 420 50 re f',
    '1 1 1 rg',
    textAt(24, 268, 'F2', 18, ticket.title),
    '0.15 0.15 0.18 rg',
    ...ticket.lines.map((line, index) => textAt(24, 216 - index * 22, 'F1', 12, line)),
    '0.6 0.6 0.65 RG 1 w [4 4] 0 d 24 60 m 396 60 l S',
    textAt(24, 36, 'F1', 9, 'Not valid for travel: a demo drew this.'),
  ].join('\n')

  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 300] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
  ])
}

function textAt(x: number, y: number, font: string, size: number, text: string): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`
}
