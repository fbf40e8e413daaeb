import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { secretMarkPattern } from '#shared/record/credential-names.ts'
import type {
  CallFacts,
  EndEntry,
  FailureEntry,
  RawHeaders,
  RedirectEntry,
  ResponseEntry,
  WebhookEntry,
} from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import type { ExchangeParts } from '../exchange-parts.ts'

export function HeadsView({ row, parts }: { readonly row: ExchangeRow; readonly parts: ExchangeParts }) {
  const { request, response, close, redirects, notes, webhook } = parts
  const grpc = request?.call.binding === 'GRPC'
  return (
    <div className="detail column full-height scrolls">
      {close?.kind === 'failure' && <FailureNotice failure={close} />}
      {notes.map((note) => (
        <p key={note.seq} className="notice warning">
          {note.text}
        </p>
      ))}
      {request?.call.via && <TapLine via={request.call.via} />}
      {request && <RequestLine method={request.method} target={request.url} />}
      {request && (
        <HeadersView name={grpc ? 'Request metadata' : 'Request headers'} headers={request.headers} />
      )}
      {webhook?.via && <PushLine via={webhook.via} sender={webhook.remoteAddress} />}
      {webhook && <RequestLine method={webhook.method} target={webhook.path} />}
      {webhook && <HeadersView name="Request headers" headers={webhook.headers} />}
      {redirects.map((redirect) => (
        <RedirectLine key={redirect.seq} redirect={redirect} />
      ))}
      {webhook && !webhook.via && (
        <p className="mono breaks">
          Parley answered {webhook.answeredStatus} to {webhook.remoteAddress}
        </p>
      )}
      {response && <StartLine response={response} />}
      {response && (
        <HeadersView name={grpc ? 'Response metadata' : 'Response headers'} headers={response.headers} />
      )}
      {close?.kind === 'end' && close.trailers && <HeadersView name="Trailers" headers={close.trailers} />}
      {close?.kind === 'end' && close.grpcStatus && <GrpcStatus status={close.grpcStatus} />}
      {row.state === 'open' && <p className="dim">The response isn’t complete yet.</p>}
    </div>
  )
}

function TapLine({ via: { tap, caller, program, proxy } }: { readonly via: NonNullable<CallFacts['via']> }) {
  return (
    <p className="mono breaks">
      Through the {proxy ? 'forward proxy' : 'tap'} {tap}, from {caller}
      {program !== undefined && (
        <>
          , <UntrustedText text={program} limit={300} />
        </>
      )}
    </p>
  )
}

function PushLine({
  via,
  sender,
}: {
  readonly via: NonNullable<WebhookEntry['via']>
  readonly sender: string
}) {
  return (
    <p className="mono breaks">
      Through the tap, at <MaskedText text={via.tap} />, from {sender}, forwarded to{' '}
      <MaskedText text={via.to} />
    </p>
  )
}

function RequestLine({ method, target }: { readonly method: string; readonly target: string }) {
  return (
    <p className="mono breaks">
      <strong>{method}</strong> <MaskedText text={target} />
    </p>
  )
}

function StartLine({ response }: { readonly response: ResponseEntry }) {
  return (
    <p className="mono breaks">
      HTTP/{response.connection?.httpVersion ?? '1.1'} <strong>{response.status}</strong>{' '}
      <UntrustedText text={response.statusText} limit={300} />
    </p>
  )
}

export function FailureNotice({ failure }: { readonly failure: FailureEntry }) {
  return (
    <p className="notice">
      <strong>{failure.failure.replaceAll('-', ' ')}</strong>
      <span>
        <UntrustedText text={failure.message} />
      </span>
      {failure.code !== undefined && <span className="mono">{failure.code}</span>}
    </p>
  )
}

function RedirectLine({ redirect }: { readonly redirect: RedirectEntry }) {
  return (
    <div>
      <p className="mono breaks">
        {redirect.status} → <MaskedText text={redirect.to} />
        {redirect.credentialsDropped && <span className="dim"> · without credentials</span>}
      </p>
      <HeadersView name="Redirect headers" headers={redirect.headers} />
    </div>
  )
}

function GrpcStatus({ status: { code, message } }: { readonly status: NonNullable<EndEntry['grpcStatus']> }) {
  return (
    <p className={code === 0 ? 'mono breaks' : 'notice mono'}>
      grpc-status {code} <UntrustedText text={message} />
    </p>
  )
}

/** Header fields of one head before "Show more". */
const maxShownHeaders = 200

/** Names and values as they crossed, in order. */
function HeadersView({ name, headers }: { readonly name: string; readonly headers: RawHeaders }) {
  const [shown, setShown] = useState(maxShownHeaders)
  return (
    <details className="headers-fold" open>
      <summary>
        {name} <span className="faint num">{headers.length}</span>
      </summary>
      <dl className="headers mono">
        {headers.slice(0, shown).map(([header, value], index) => (
          // Headers may repeat, and their order is the wire's.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index} className="header flex gap-8">
            <dt>
              <UntrustedText text={header} limit={200} />
            </dt>
            <dd>
              <MaskedText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {headers.length > shown && (
        <LinkButton onClick={() => setShown(shown + maxShownHeaders)}>
          Show more of {formatCount(headers.length)} headers
        </LinkButton>
      )}
    </details>
  )
}

/** Recorded text; a secret is a mark with a button that requests it from the engine. */
export function MaskedText({ text }: { readonly text: string }) {
  // Every second piece is the id of a mark.
  const pieces = text.split(secretMarkPattern)
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text do not move
      <Secret key={index} id={piece} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <UntrustedText key={index} text={piece} limit={4_096} />
    ),
  )
}

function Secret({ id }: { readonly id: string }) {
  const { client } = useEngine()
  const [value, setValue] = useState<string | null>()

  function toggle(): void {
    if (value !== undefined) {
      setValue(undefined)
      return
    }
    client.console
      .reveal({ secretId: id })
      .then(setValue)
      .catch(() => setValue(null))
  }

  return (
    <span className="nowrap">
      <span
        className={value === undefined ? 'faint' : ''}
        title={`A secret, marked ${id} wherever it appears`}
      >
        {value === undefined ? '••••••••' : (value ?? 'no longer available: secrets are kept in memory only')}
      </span>
      <button
        type="button"
        className="secret-button dim"
        aria-label={value === undefined ? 'Reveal the secret' : 'Hide the secret'}
        title={value === undefined ? 'Reveal the secret' : 'Hide the secret'}
        onClick={toggle}
      >
        {value === undefined ? <Eye size={12} /> : <EyeOff size={12} />}
      </button>
    </span>
  )
}
