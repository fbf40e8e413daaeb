import { UntrustedText } from '../../ui/untrusted-text.tsx'

interface FactProps {
  readonly name: string
  readonly value: string | undefined
  readonly limit?: number
  readonly mono?: boolean
}

/** What is said by a name, in a list of such facts; nothing where it isn't said. */
export function Fact({ name, value, limit = 300, mono = true }: FactProps) {
  if (value === undefined) return null
  return (
    <>
      <dt>{name}</dt>
      <dd className={mono ? 'mono' : undefined}>
        <UntrustedText text={value} limit={limit} />
      </dd>
    </>
  )
}
