// An agent's page as it is put into its frame. Connections that a page merely hints at are under no policy, so the hints are taken out.

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

/** Elements that connect ahead (`<link rel=preconnect>`), also those in a frame of its own, which may be written in entities. */
export function withoutHints(html: string): string {
  const inert = html.replaceAll(/<link\b/gi, '<x-link').replaceAll(/\bsrcdoc\b/gi, 'x-srcdoc')
  const head =
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    '<meta http-equiv="x-dns-prefetch-control" content="off">'
  return `<!doctype html>${head}${inert}`
}
