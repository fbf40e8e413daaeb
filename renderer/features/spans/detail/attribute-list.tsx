import type { SpanAttributes, SpanValue } from '#shared/spans/received-span.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'

/** Of a name or a value of an attribute, before its reader asks for more. */
const maxAttributeLineChars = 300

export function AttributeList({
  label,
  attributes,
}: {
  readonly label: string
  readonly attributes: SpanAttributes
}) {
  return (
    <dl className="span-attributes" aria-label={label}>
      {Object.entries(attributes).map(([name, value]) => (
        <div key={name}>
          <dt>
            <UntrustedText text={name} limit={maxAttributeLineChars} />
          </dt>
          <dd className="mono">
            <UntrustedText text={textOf(value)} limit={maxAttributeLineChars} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function textOf(value: SpanValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
