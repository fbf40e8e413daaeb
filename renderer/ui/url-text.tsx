import { UntrustedText } from './untrusted-text.tsx'

interface UrlTextProps {
  readonly url: string
  readonly limit?: number
}

/** An address that an agent gave. Where it is too long for its line it goes to the next as a whole, and its scheme stays. */
export function UrlText({ url, limit = 200 }: UrlTextProps) {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(url)?.[0] ?? ''
  return (
    <>
      {scheme}
      <wbr />
      <UntrustedText text={url.slice(scheme.length)} limit={limit} />
    </>
  )
}
