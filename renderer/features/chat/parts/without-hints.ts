// Prepares an agent's page for its frame. No policy covers connections by resource hints, so these are removed.

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

/** Elements that connect ahead (`<link rel=preconnect>`), including those in nested frames, where they may be written in entities. */
export function withoutHints(html: string): string {
  const inert = html.replaceAll(/<link\b/gi, '<x-link').replaceAll(/\bsrcdoc\b/gi, 'x-srcdoc')
  const head =
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    '<meta http-equiv="x-dns-prefetch-control" content="off">'
  return `<!doctype html>${head}${inert}`
}
