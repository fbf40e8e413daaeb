// A PDF of one page. Text must be ASCII: the standard fonts need no embedding then.

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

// A PDF 1.4 with a correct cross-reference table.

/** Objects are numbered from 1, the catalog first; `trailer` has further entries of the trailer's dictionary. */
export function assemblePdf(objects: readonly string[], trailer = ''): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const xrefAt = file.length
  // Every entry is exactly 20 bytes, its line end included (ISO 32000-1 §7.5.4).
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${xrefAt}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
