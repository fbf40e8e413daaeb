import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Fact } from '../../ui/fact.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

interface CheckDetailProps {
  /** Accessible names of the whole and of its scrolling content. */
  readonly label: string
  readonly bodyLabel: string
  readonly testName: string
  /** After the name of the test. */
  readonly mark?: ReactNode
  /** Before the close button. */
  readonly action?: ReactNode
  readonly children: ReactNode
  onClose(): void
}

export function CheckDetail(props: CheckDetailProps) {
  const { label, bodyLabel, testName, mark, action, children, onClose } = props
  return (
    <section className="column full-height" aria-label={label}>
      <div className="title-bar">
        <h3 className="truncate">
          <UntrustedText text={testName} limit={300} />
        </h3>
        {mark}
        <span className="spacer" />
        {action}
        <IconButton label="Close the test" icon={<X size={14} />} onClick={onClose} />
      </div>
      <section
        className="check-detail-body column fills gap-10 scrolls small py-10 px-12"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={bodyLabel}
      >
        {children}
      </section>
    </section>
  )
}

/** An agent's text letter by letter; nothing without text. */
export function TextFact({ name, text }: { readonly name: string; readonly text: string | undefined }) {
  if (!text) return null
  return (
    <Fact name={name}>
      <span className="mono">
        <UntrustedText text={text} limit={300} />
      </span>
    </Fact>
  )
}
