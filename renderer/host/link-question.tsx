import { useEffect } from 'react'
import { useLinkToOpen } from '../state/link-to-open.ts'
import { Question } from '../ui/dialog.tsx'
import { UntrustedText } from '../ui/untrusted-text.tsx'
import { useEngine } from './engine.tsx'
import './host.css'

/** Shows the target of a clicked link for confirmation. A host that opens links has a confirmation itself. */
export function LinkQuestion() {
  const { client, capabilities } = useEngine()
  const { url } = useLinkToOpen()
  const hostConfirms = capabilities.opensLinks

  useEffect(() => {
    if (url === undefined || !hostConfirms) return
    close()
    client.host.openLink({ url }).catch((error: unknown) => console.error('The link was not opened.', error))
  }, [url, hostConfirms, client])

  if (url === undefined || hostConfirms) return null
  const target = new URL(url)
  return (
    <Question
      title="Open this link?"
      no="Cancel"
      yes="Open in a new tab"
      onNo={close}
      onYes={() => {
        window.open(url, '_blank', 'noopener,noreferrer')
        close()
      }}
    >
      <p>
        The agent’s text links to <strong>{target.host}</strong>. Nothing has been requested from it.
      </p>
      <p className="link-target well scrolls mono">
        <UntrustedText text={url} limit={8192} />
      </p>
      {target.username !== '' && (
        <p className="notice warning">
          <strong>A name is hidden in the address</strong>
          The part before the @ isn’t the host: the link goes to {target.host}.
        </p>
      )}
    </Question>
  )
}

function close(): void {
  useLinkToOpen.setState({ url: undefined })
}
