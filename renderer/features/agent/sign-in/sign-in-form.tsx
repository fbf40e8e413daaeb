import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AccessDescription } from '#shared/contract/access.ts'
import {
  clientMethods,
  type Grant,
  type SignedIn,
  type SignInClient,
  type SignInRun,
} from '#shared/contract/sign-in.ts'
import { defined } from '#shared/defined.ts'
import { useEngine } from '../../../host/engine.tsx'
import { CopyButton } from '../../../ui/button.tsx'
import { draftFields } from '../../../ui/draft-fields.ts'
import { Problem } from '../../../ui/feedback.tsx'
import { Checkbox, SelectField, TextArea, TextField } from '../../../ui/field.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { keptWords } from '../kept-words.ts'
import { grantNames } from './grant-words.ts'

interface SignInFormProps {
  readonly formId: string
  readonly agentId: string
  readonly exchangeId: string | undefined
  readonly description: AccessDescription
  readonly run: SignInRun | undefined
  readonly signedIn: SignedIn | undefined
}

const methods = ['automatic', ...clientMethods] as const
/** Constant, so that it can be registered at a server beforehand. */
const usualRedirectUri = 'http://127.0.0.1:8917/callback'
const blank = {
  id: '',
  secret: '',
  privateKey: '',
  method: 'automatic' as (typeof methods)[number],
  redirectUri: usualRedirectUri,
}

/** Options of a sign-in. The card determines the required ones; the others are optional. */
export function SignInForm(props: SignInFormProps) {
  const { formId, agentId, exchangeId, description, run, signedIn } = props
  const { client, capabilities } = useEngine()
  const ways = description.signIns
  const [first] = ways
  const [wayId, setWayId] = useState(run?.way.id ?? signedIn?.way.id ?? first?.id ?? '')
  const option = ways.find(({ id }) => id === wayId) ?? first
  const [typedScopes, setScopes] = useState<string>()
  const [own, setOwn] = useState(blank)
  const [clientOf, setClientOf] = useState<string>()
  const [otherAccount, setOtherAccount] = useState(false)
  const start = useMutation({
    mutationFn: (request: Parameters<typeof client.signIn.start>[0]) => client.signIn.start(request),
  })
  if (option === undefined) return null

  const before = signedIn?.way.id === option.id ? signedIn.scopes : option.scopes
  const usual = [...new Set([...before, ...description.missingScopes])].join(' ')
  const scopes = typedScopes ?? usual
  const shared =
    own.id.trim() === '' ? description.sharedClients.filter(({ wayIds }) => wayIds.includes(option.id)) : []
  const needsClient = run?.state === 'needs-client' || option.grant === 'client-credentials'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate({
      agentId,
      wayId: option.id,
      scopes: scopes.split(/\s+/).filter((scope) => scope !== ''),
      ...(own.id.trim() !== '' && { client: clientFrom(own) }),
      ...(shared.some(({ agentId: other }) => other === clientOf) && { clientOf }),
      ...defined({ exchangeId }),
      ...(otherAccount && { otherAccount }),
    })
  }

  return (
    <form id={formId} className="stack" autoComplete="off" onSubmit={submit}>
      <p className="field-hint">
        Parley requests a token from <strong>{visibleString(option.server)}</strong> and sends it to this
        agent only. It is stored {keptWords[capabilities.secretStore]}.
      </p>
      {ways.length > 1 && (
        <SelectField
          label="Grant"
          options={ways.map(({ id }) => id)}
          value={option.id}
          nameOf={(id) => nameOfWay(ways, id)}
          onChange={(id) => {
            setWayId(id)
            setScopes(undefined)
          }}
        />
      )}
      <TextField
        label="Scopes"
        mono
        value={scopes}
        hint={
          option.offeredScopes.length > 0 && `Also offered: ${visibleString(option.offeredScopes.join(' '))}`
        }
        onChange={setScopes}
      />
      <ClientFields
        own={own}
        grant={option.grant}
        isOpen={needsClient || own.id !== ''}
        onChange={(changes) => setOwn((now) => ({ ...now, ...changes }))}
      />
      {shared.map(({ agentId: other, name, clientId }) => (
        <Checkbox
          key={other}
          label={`Use the client of ${visibleString(name)}: ${visibleString(clientId)}`}
          checked={clientOf === other}
          onChange={(isChosen) => setClientOf(isChosen ? other : undefined)}
        />
      ))}
      {signedIn && option.grant === 'authorization-code' && (
        <Checkbox label="Switch account" checked={otherAccount} onChange={setOtherAccount} />
      )}
      <Problem error={start.error} />
    </form>
  )
}

interface ClientFieldsProps {
  readonly own: typeof blank
  readonly grant: Grant
  readonly isOpen: boolean
  onChange(changes: Partial<typeof blank>): void
}

/** Parley's client, for servers without registration. */
function ClientFields({ own, grant, isOpen, onChange }: ClientFieldsProps) {
  const field = draftFields(own, onChange)
  return (
    <details className="stack" open={isOpen}>
      <summary className="dim">Client</summary>
      <p className="field-hint">Without a client ID, Parley registers where the server allows it.</p>
      <div className="field-row">
        <TextField label="Client ID" mono {...field('id')} />
        <TextField label="Client secret" type="password" autoComplete="off" mono {...field('secret')} />
      </div>
      <div className="field-row">
        <SelectField label="Client authentication" options={methods} {...field('method')} />
        {grant === 'authorization-code' && (
          <div className="flex at-end gap-6">
            <TextField
              label="Redirect URI to register"
              mono
              placeholder="http://127.0.0.1, any port and path"
              {...field('redirectUri')}
            />
            <CopyButton text={own.redirectUri} label="Copy the redirect URI" />
          </div>
        )}
      </div>
      {own.method === 'private_key_jwt' && (
        <TextArea
          label="Private key"
          hint="PEM without a passphrase, or a JWK"
          mono
          rows={3}
          {...field('privateKey')}
        />
      )}
    </details>
  )
}

function clientFrom({ id, secret, privateKey, method, redirectUri }: typeof blank): SignInClient {
  return {
    id: id.trim(),
    ...(secret !== '' && { secret }),
    ...(privateKey.trim() !== '' && { privateKey }),
    ...(method !== 'automatic' && { method }),
    ...(redirectUri.trim() !== '' && { redirectUri: redirectUri.trim() }),
  }
}

/** Names the scheme where the card has several. */
function nameOfWay(options: AccessDescription['signIns'], id: string): string {
  const option = options.find((each) => each.id === id)
  if (option === undefined) return id
  const isOnly = new Set(options.map(({ scheme }) => scheme)).size === 1
  const name = grantNames[option.grant]
  return isOnly || option.scheme === '' ? name : `${name} (${visibleString(option.scheme)})`
}
