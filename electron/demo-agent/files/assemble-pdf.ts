// A PDF 1.4 with a correct cross-reference table.

/** Objects numbered from 1, the catalog first; `trailer` is what its dictionary has besides. */
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
