import { X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { stateSentence } from '../../agent/index.ts'
import { type HeaderDraft, type TraceDraft, withHeader } from './trace-draft.ts'

interface HeaderFieldsProps {
  readonly draft: TraceDraft
  onChange(draft: TraceDraft): void
}

/** Headers that go along with each request. What is set is never shown again, only replaced. */
export function HeaderFields({ draft, onChange }: HeaderFieldsProps) {
  const { headers } = draft
  const change = (key: number, changes: Partial<HeaderDraft>) =>
    onChange({
      ...draft,
      headers: headers.map((each) => (each.key === key ? { ...each, ...changes } : each)),
    })
  const remove = (key: number) => onChange({ ...draft, headers: headers.filter((each) => each.key !== key) })
  return (
    <>
      {headers.map(({ key, name, value, secret }) => (
        <div key={key} className="traces-header flex at-start gap-8">
          <div className="field-row">
            <TextField label="Header name" mono value={name} onChange={(name) => change(key, { name })} />
            <TextField
              label="Header value"
              hint={stateSentence(secret)}
              type="password"
              mono
              placeholder={secret.state === 'set' ? '••••••••' : '$' + '{env:NAME} reads a variable'}
              value={value}
              onChange={(value) => change(key, { value })}
            />
          </div>
          <IconButton
            label={`Remove the header ${visibleString(name)}`.trim()}
            icon={<X size={13} />}
            onClick={() => remove(key)}
          />
        </div>
      ))}
      <span>
        <Button onClick={() => onChange(withHeader(draft))}>Add a header</Button>
      </span>
    </>
  )
}
