// State of the access form: one draft for each credential that is set or required.

import type {
  AccessDescription,
  AccessFields,
  Credential,
  CredentialView,
  SecretState,
} from '#shared/contract/access.ts'

export interface CredentialDraft {
  readonly key: number
  readonly kind: Credential['kind']
  /** Of an API key or a header. */
  readonly name: string
  readonly location: 'header' | 'query' | 'cookie'
  readonly username: string
  /** As typed; empty keeps the stored one. */
  readonly secret: string
  readonly state: SecretState
  /** The card requires it, so its name is fixed. */
  readonly isRequired: boolean
}

const blank = { name: '', location: 'header', username: '', secret: '', state: { state: 'not-set' } } as const

export function blankDraft(key: number, kind: Credential['kind']): CredentialDraft {
  return { ...blank, key, kind, isRequired: false }
}

/** The stored ones, then further ones that the card requires. */
export function draftsOf({ alternatives, others, access }: AccessDescription): readonly CredentialDraft[] {
  const forms = [...alternatives.flatMap(({ schemes }) => schemes), ...others].flatMap(
    ({ form }) => form ?? [],
  )
  const drafts = access.credentials.map((view, key) => ofView(view, key, forms))
  for (const form of forms) {
    if (!drafts.some((draft) => answers(draft, form))) drafts.push(ofForm(form, drafts.length))
  }
  return drafts
}

/** Adds offered credentials to matching drafts, or as new ones. */
export function withOffered(
  drafts: readonly CredentialDraft[],
  offered: readonly Credential[],
): readonly CredentialDraft[] {
  const filled = [...drafts]
  for (const credential of offered) {
    const typed = draftOf(credential)
    const place = filled.findIndex(
      ({ kind, name }) => kind === typed.kind && name.toLowerCase() === typed.name.toLowerCase(),
    )
    const before = filled[place] ?? blankDraft((filled.at(-1)?.key ?? -1) + 1, credential.kind)
    filled.splice(place < 0 ? filled.length : place, 1, { ...before, ...typed })
  }
  return filled
}

function draftOf(credential: Credential): Pick<CredentialDraft, 'kind' | 'name' | 'username' | 'secret'> {
  const { kind } = credential
  switch (kind) {
    case 'bearer':
      return { kind, name: '', username: '', secret: credential.token ?? '' }
    case 'basic':
      return { kind, name: '', username: credential.username, secret: credential.password ?? '' }
    default:
      return { kind, name: credential.name, username: '', secret: credential.value ?? '' }
  }
}

/** Leaves out drafts that were not filled in. */
export function credentialsOf(drafts: readonly CredentialDraft[]): Credential[] {
  return drafts
    .filter(({ secret, state }) => secret !== '' || state.state === 'set')
    .map((draft) => credentialOf(draft))
}

function credentialOf({ kind, name, location, username, secret }: CredentialDraft): Credential {
  switch (kind) {
    case 'bearer':
      return { kind, ...(secret !== '' && { token: secret }) }
    case 'basic':
      return { kind, username, ...(secret !== '' && { password: secret }) }
    case 'api-key':
      return { kind, location, name: name.trim(), ...(secret !== '' && { value: secret }) }
    case 'header':
      return { kind, name: name.trim(), ...(secret !== '' && { value: secret }) }
  }
}

function ofView(view: CredentialView, key: number, forms: readonly AccessFields[]): CredentialDraft {
  const { secret, ...rest } = view
  const draft: CredentialDraft = { ...blank, ...rest, key, secret: '', state: secret, isRequired: false }
  return { ...draft, isRequired: forms.some((form) => answers(draft, form)) }
}

function ofForm(form: AccessFields, key: number): CredentialDraft {
  const named = form.kind === 'api-key' ? { name: form.name, location: form.location } : {}
  return { ...blank, ...named, key, kind: form.kind, isRequired: true }
}

function answers(draft: CredentialDraft, form: AccessFields): boolean {
  if (form.kind !== 'api-key') return draft.kind === form.kind
  return draft.kind === form.kind && draft.location === form.location && draft.name === form.name
}
