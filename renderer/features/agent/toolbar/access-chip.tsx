import { KeyRound } from 'lucide-react'
import type { CredentialView } from '#shared/contract/access.ts'
import { shorten } from '#shared/shorten.ts'
import { useOpenDialog } from '../open-dialog.ts'
import { useAccess } from '../use-access.ts'

/** Which credentials go along, or that none do; leads to the form. */
export function AccessChip({ agentId }: { readonly agentId: string }) {
  const description = useAccess(agentId).data
  const credentials = description?.access.credentials ?? []
  const certificate = description?.access.clientCertificate ? ['Certificate'] : []
  const signedIn = description?.access.signedIn ? ['Signed in'] : []
  const asked = description?.access.origins.some(({ approved, question }) => !approved && question)
  const set = [
    ...credentials.filter(({ secret }) => secret.state === 'set').map(wordOf),
    ...signedIn,
    ...certificate,
  ]
  return (
    <button
      type="button"
      className={set.length > 0 ? 'chip chip-button on' : 'chip chip-button'}
      title={
        asked && set.length > 0
          ? 'Access: another host needs your approval'
          : 'Access: credentials for this agent'
      }
      onClick={() => useOpenDialog.getState().show('access')}
    >
      <KeyRound size={11} aria-hidden={true} />
      <span className="visually-hidden">Access: </span>
      <span className="chip-word">{set.length === 0 ? 'No credentials' : set.join(', ')}</span>
      {asked && set.length > 0 && <span className="chip-question">?</span>}
    </button>
  )
}

/** Of a credential's name on its button, which then ends in "…". */
const maxChipChars = 24

function wordOf(credential: CredentialView): string {
  switch (credential.kind) {
    case 'bearer':
      return 'Bearer'
    case 'basic':
      return 'Basic'
    case 'api-key':
      return shorten(credential.name, maxChipChars)
    case 'header':
      return shorten(credential.name, maxChipChars)
  }
}
