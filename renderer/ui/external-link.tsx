import type { ReactNode } from 'react'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { useLinkToOpen } from '../state/link-to-open.ts'
import { LinkButton } from './button.tsx'
import { isHttpUrl } from './is-http-url.ts'
import { UntrustedText } from './untrusted-text.tsx'
import './pieces.css'

/** An agent's URL: a button that has the target confirmed for http and https, plain text for any other scheme. */
export function ExternalLink({ url, children }: { readonly url: string; readonly children?: ReactNode }) {
  const isLink = isHttpUrl(url)
  if (isLink === undefined) {
    return (
      <span title="Not an http or https address: it can’t be opened">
        {children}
        {children && ' '}
        <UntrustedText text={children ? `(${url})` : url} limit={200} />
      </span>
    )
  }
  return (
    <LinkButton
      title={shorten(isLink, maxTitleChars)}
      onClick={() => useLinkToOpen.setState({ url: isLink })}
    >
      {children ?? <UrlText url={url} />}
    </LinkButton>
  )
}

/** An agent's URL as text. One too long for its line wraps as a whole, after its scheme. */
export function UrlText({ url, limit = 200 }: { readonly url: string; readonly limit?: number }) {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(url)?.[0] ?? ''
  return (
    <>
      {scheme}
      <wbr />
      <UntrustedText text={url.slice(scheme.length)} limit={limit} />
    </>
  )
}
