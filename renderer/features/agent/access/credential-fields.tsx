import { X } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { stateSentence } from '../kept-words.ts'
import type { CredentialDraft } from './credential-drafts.ts'

interface CredentialFieldsProps {
  readonly draft: CredentialDraft
  onChange(draft: CredentialDraft): void
  onRemove(): void
}

/** The fields of one credential. What is set is never shown again, only replaced. */
export function CredentialFields({ draft, onChange, onRemove }: CredentialFieldsProps) {
  const title = titleOf(draft)
  return (
    <fieldset className="credential">
      <legend className="visually-hidden">{title}</legend>
      <div className="field-row">
        <Names draft={draft} onChange={onChange} />
        <TextField
          label={secretLabel(draft)}
          hint={stateSentence(draft.state)}
          type="password"
          autoComplete="off"
          mono
          placeholder={draft.state.state === 'set' ? '••••••••' : '$' + '{env:NAME} reads a variable'}
          value={draft.secret}
          onChange={({ target }) => onChange({ ...draft, secret: target.value })}
        />
      </div>
      {(!draft.asked || draft.state.state === 'set') && (
        <IconButton
          className="credential-remove"
          label={`Remove ${title}`}
          icon={<X size={13} aria-hidden={true} />}
          onClick={onRemove}
        />
      )}
    </fieldset>
  )
}

type NamesProps = Pick<CredentialFieldsProps, 'draft' | 'onChange'>

function Names({ draft, onChange }: NamesProps) {
  switch (draft.kind) {
    case 'bearer':
      return null
    case 'basic':
      return (
        <TextField
          label="User name"
          value={draft.username}
          onChange={({ target }) => onChange({ ...draft, username: target.value })}
        />
      )
    case 'api-key':
    case 'header':
      if (draft.asked) return null
      return (
        <>
          <TextField
            label={draft.kind === 'header' ? 'Header name' : 'Key name'}
            mono
            required={draft.secret !== ''}
            value={draft.name}
            onChange={({ target }) => onChange({ ...draft, name: target.value })}
          />
          {draft.kind === 'api-key' && <LocationField draft={draft} onChange={onChange} />}
        </>
      )
  }
}

function LocationField({ draft, onChange }: NamesProps) {
  return (
    <SelectField
      label="Sent in"
      className="credential-location"
      options={locations}
      value={draft.location}
      onChange={(location) => onChange({ ...draft, location })}
    />
  )
}

const locations = ['header', 'query', 'cookie'] as const

function secretLabel({ kind, name, location, asked }: CredentialDraft): string {
  switch (kind) {
    case 'bearer':
      return 'Bearer token'
    case 'basic':
      return 'Password'
    case 'api-key':
      return asked ? `API key in ${location} ${visibleString(name)}` : 'API key'
    case 'header':
      return 'Header value'
  }
}

function titleOf({ kind, name }: CredentialDraft): string {
  switch (kind) {
    case 'bearer':
      return 'the bearer token'
    case 'basic':
      return 'the name and password'
    case 'api-key':
      return `the API key ${visibleString(name)}`.trim()
    case 'header':
      return `the header ${visibleString(name)}`.trim()
  }
}
