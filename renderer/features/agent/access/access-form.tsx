import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Access, AccessDescription, Credential } from '#shared/contract/access.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { keptWords, stateSentence } from '../kept-words.ts'
import { useAccessChanged, useReadAgain } from '../use-discovery.ts'
import {
  blankDraft,
  type CredentialDraft,
  credentialsOf,
  draftsOf,
  withOffered,
} from './credential-drafts.ts'

interface AccessFormProps {
  readonly formId: string
  readonly agentId: string
  readonly description: AccessDescription
  /** Filled in, for the user to save. */
  readonly offered: readonly Credential[]
  onSaved(access: Access): void
}

const more: readonly (readonly [Credential['kind'], string])[] = [
  ['bearer', 'Bearer token'],
  ['basic', 'Basic'],
  ['api-key', 'API key'],
  ['header', 'Header'],
]

export function AccessForm({ formId, agentId, description, offered, onSaved }: AccessFormProps) {
  const { client, capabilities } = useEngine()
  const accessChanged = useAccessChanged(agentId)
  const readAgain = useReadAgain()
  const [drafts, setDrafts] = useState(() => withOffered(draftsOf(description), offered))
  const save = useMutation({
    mutationFn: () => client.access.set({ agentId, credentials: credentialsOf(drafts) }),
    onSuccess: async (access) => {
      await accessChanged()
      onSaved(access)
      // The card may have required these credentials.
      readAgain.mutate(agentId)
    },
  })

  const change = (draft: CredentialDraft) =>
    setDrafts((now) => now.map((other) => (other.key === draft.key ? draft : other)))

  return (
    <form
      id={formId}
      autoComplete="off"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      {drafts.map((draft) => (
        <CredentialFields
          key={draft.key}
          draft={draft}
          onChange={change}
          onRemove={() => setDrafts((now) => now.filter(({ key }) => key !== draft.key))}
        />
      ))}
      <div className="line wraps gap-6 mt-10">
        <span className="field-hint">Add</span>
        {more.map(([kind, name]) => (
          <Button
            key={kind}
            onClick={() => setDrafts((now) => [...now, blankDraft((now.at(-1)?.key ?? -1) + 1, kind)])}
          >
            {name}
          </Button>
        ))}
      </div>
      <p className="field-hint access-storage mt-10">
        Stored {keptWords[capabilities.secretStore]}, never in the record.
        {capabilities.secretStore === 'memory' &&
          ` To have one after a restart, enter \${env:NAME} and set that variable.`}
      </p>
      <Problem error={save.error} />
    </form>
  )
}

interface CredentialFieldsProps {
  readonly draft: CredentialDraft
  onChange(draft: CredentialDraft): void
  onRemove(): void
}

/** Stored secrets are never shown, only replaced. */
function CredentialFields({ draft, onChange, onRemove }: CredentialFieldsProps) {
  const title = titleOf(draft)
  return (
    <fieldset className="credential shrinks boxed anchor py-10 px-12">
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
          onChange={(secret) => onChange({ ...draft, secret })}
        />
      </div>
      {(!draft.isRequired || draft.state.state === 'set') && (
        <IconButton
          className="credential-remove"
          label={`Remove ${title}`}
          icon={<X size={13} />}
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
          onChange={(username) => onChange({ ...draft, username })}
        />
      )
    case 'api-key':
    case 'header':
      if (draft.isRequired) return null
      return (
        <>
          <TextField
            label={draft.kind === 'header' ? 'Header name' : 'Key name'}
            mono
            required={draft.secret !== ''}
            value={draft.name}
            onChange={(name) => onChange({ ...draft, name })}
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

function secretLabel({ kind, name, location, isRequired }: CredentialDraft): string {
  switch (kind) {
    case 'bearer':
      return 'Bearer token'
    case 'basic':
      return 'Password'
    case 'api-key':
      return isRequired ? `API key in ${location} ${visibleString(name)}` : 'API key'
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
