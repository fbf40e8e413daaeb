import type { ReactNode } from 'react'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { useAskedLink } from '../state/link-to-open.ts'
import { LinkButton } from './button.tsx'
import { isHttpUrl } from './followable.ts'
import { UntrustedText } from './untrusted-text.tsx'
import './pieces.css'

interface ExternalLinkProps {
  /** As the agent gave it. */
  readonly url: string
  readonly children?: ReactNode
}

/** An address of an agent: a button that asks first where it is http or https, plain text where it is anything else. */
export function ExternalLink({ url, children }: ExternalLinkProps) {
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
    <LinkButton title={shorten(isLink, maxTitleChars)} onClick={() => useAskedLink.setState({ url: isLink })}>
      {children ?? <UrlText url={url} />}
    </LinkButton>
  )
}

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
