import type { SuspiciousAddress } from '#shared/contract/card.ts'
import { shorten } from '#shared/shorten.ts'
import { LeftOut } from '../../../ui/feedback.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import type { OfCard } from '../interface-name.ts'
import { useOpenDialog } from '../open-dialog.ts'
import { useReach, useSettings, useSubstitute } from '../use-discovery.ts'
import { LiveButton } from '../wire-link.tsx'

/** Addresses that may not work from here, one by one; a line reports how many more the JSON has. */
const maxShownAddresses = 10

export function CardNotices({ agentId, discovery }: OfCard) {
  const { show } = useOpenDialog.getState()
  const { changed, connection, suspicious, notes } = discovery
  return (
    <div className="card-notices column gap-6 mt-10">
      {changed && (
        <div className="notice warning">
          <strong>This card has changed</strong>
          <span>since you accepted it, {new Date(changed.readAt).toLocaleDateString('en')}.</span>
          <LiveButton onClick={() => show('changed')}>Show what changed</LiveButton>
        </div>
      )}
      {!connection && (
        <div className="notice warning">
          <strong>No usable interface</strong>
          <span>The card declares no interface that Parley supports.</span>
          <LiveButton onClick={() => show('connection')}>Choose one manually</LiveButton>
        </div>
      )}
      {connection?.forced && <p className="dim small">The connection was chosen manually.</p>}
      {connection?.credentials === 'withheld' && (
        <div className="notice warning">
          <strong>Credentials are held back</strong>
          <span>The interface is at another origin than the one you approved.</span>
          <LiveButton onClick={() => show('access')}>Review access</LiveButton>
        </div>
      )}
      {suspicious.slice(0, maxShownAddresses).map((address) => (
        <AddressNotice key={address.pointer} agentId={agentId} address={address} />
      ))}
      <UnansweredNotice agentId={agentId} discovery={discovery} />
      <LeftOut total={suspicious.length} shown={maxShownAddresses} where="such addresses in the JSON" />
      {notes.map((note) => (
        <p key={note} className="dim small">
          {note}
        </p>
      ))}
    </div>
  )
}

interface AddressNoticeProps {
  readonly agentId: string
  readonly address: SuspiciousAddress
}

/** An address that is probably wrong from here, with the likely one a click away. */
function AddressNotice({ agentId, address: { url, sentence, substitute: to } }: AddressNoticeProps) {
  const settings = useSettings(agentId).data
  const { substitute } = useSubstitute(agentId)
  const used = settings?.substitutes.find(({ from }) => from === url)?.to
  if (used !== undefined) return <ReplacedNotice agentId={agentId} from={url} to={used} />
  return (
    <div className="notice warning">
      <strong>An address that may not work from here</strong>
      <UntrustedText text={sentence} limit={400} />
      {to !== undefined && (
        <LiveButton onClick={() => substitute(url, to)}>
          <span className="truncate">Use {shorten(to)}</span>
        </LiveButton>
      )}
    </div>
  )
}

/** Shown where no server answers at the card's address; then, what is called instead. */
function UnansweredNotice({ agentId, discovery: { card, suspicious } }: OfCard) {
  const settings = useSettings(agentId).data
  const reach = useReach(agentId)
  const { substitute } = useSubstitute(agentId)
  const isOwn = (from: string) =>
    card.interfaces.some(({ url }) => url === from) && !suspicious.some(({ url }) => url === from)
  const replaced = settings?.substitutes.filter(({ from }) => isOwn(from)) ?? []
  const { url, sentence, substitute: to } = reach?.kind === 'unanswered' ? reach : {}
  return (
    <>
      {sentence !== undefined && (
        <div className="notice warning">
          <strong>Nothing answered at the card’s address</strong>
          <UntrustedText text={sentence} limit={600} />
          {url !== undefined && to !== undefined && (
            <LiveButton onClick={() => substitute(url, to)}>
              <span className="truncate">Use {shorten(to)}</span>
            </LiveButton>
          )}
        </div>
      )}
      {replaced.map(({ from, to: used }) => (
        <ReplacedNotice key={from} agentId={agentId} from={from} to={used} />
      ))}
    </>
  )
}

interface ReplacedNoticeProps {
  readonly agentId: string
  readonly from: string
  readonly to: string
}

function ReplacedNotice({ agentId, from, to }: ReplacedNoticeProps) {
  const { substitute } = useSubstitute(agentId)
  return (
    <div className="notice plain">
      <span className="mono">
        <UntrustedText text={from} limit={160} /> is replaced by <UntrustedText text={to} limit={160} />
      </span>
      <LiveButton onClick={() => substitute(from, undefined)}>Use the card’s interface</LiveButton>
    </div>
  )
}
