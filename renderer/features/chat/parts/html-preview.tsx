// An agent's page without script, network, forms or navigation. The sandbox removes the abilities, the policy inside blocks the
// network, and the policy of this window blocks navigation of frames.

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
