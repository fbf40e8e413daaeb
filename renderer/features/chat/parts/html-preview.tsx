// An agent's page without its powers: no script, no network, no forms, no way out. The sandbox takes the powers, the policy inside takes
// the network, and the policy of this window lets no frame go elsewhere.

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

export function HtmlPreview({ html }: { readonly html: string }) {
  const guarded = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${html}`
  return (
    <iframe
      className="html-preview"
      title="Isolated preview"
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={guarded}
    />
  )
}
