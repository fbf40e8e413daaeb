// An agent's page without its powers: no script, no network, no forms, no way out. The sandbox takes the powers, the policy inside takes
// the network, and the policy of this window lets no frame go elsewhere.

import { withoutHints } from './without-hints.ts'

export function HtmlPreview({ html }: { readonly html: string }) {
  return (
    <iframe
      className="html-preview"
      title="Isolated preview"
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={withoutHints(html)}
    />
  )
}
