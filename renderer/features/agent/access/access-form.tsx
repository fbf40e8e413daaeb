import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Access, AccessDescription, Credential } from '#shared/contract/access.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { keptWords } from '../kept-words.ts'
import { useReadAgain } from '../use-discovery.ts'
import {
  blankDraft,
  type CredentialDraft,
  credentialsOf,
  draftsOf,
  withOffered,
} from './credential-drafts.ts'
import { CredentialFields } from './credential-fields.tsx'

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
  const { client, queries, capabilities } = useEngine()
  const cache = useQueryClient()
  const readAgain = useReadAgain()
  const [drafts, setDrafts] = useState(() => withOffered(draftsOf(description), offered))
  const save = useMutation({
    mutationFn: () => client.access.set({ agentId, credentials: credentialsOf(drafts) }),
    onSuccess: async (access) => {
      await cache.invalidateQueries({ queryKey: queries.access.describe.key({ input: { agentId } }) })
      onSaved(access)
      // The card may have been what the credentials are for.
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
      <div className="access-more">
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
      <p className="field-hint access-storage">
        Stored {keptWords[capabilities.secretStore]}, never in the record.
        {capabilities.secretStore === 'memory' &&
          ` To have one after a restart, enter \${env:NAME} and set that variable.`}
      </p>
      {save.error && (
        <p className="notice" role="alert">
          {messageOf(save.error)}
        </p>
      )}
    </form>
  )
}
