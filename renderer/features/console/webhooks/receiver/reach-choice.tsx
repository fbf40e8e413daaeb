import type { ReceiverAddress, ReceiverSettings } from '#shared/contract/push.ts'

type Reach = ReceiverSettings['reach']

interface ReachChoiceProps {
  readonly reach: Reach
  readonly addresses: readonly ReceiverAddress[]
  readonly understood: boolean
  onChange(reach: Reach): void
  onUnderstood(understood: boolean): void
}

/** Who can reach the receiver. */
export function ReachChoice({ reach, addresses, understood, onChange, onUnderstood }: ReachChoiceProps) {
  const network = addresses.flatMap(({ from, baseUrl }) => {
    const host = from === 'the network' ? URL.parse(baseUrl)?.hostname : undefined
    return host === undefined ? [] : [host.replace(/^\[|\]$/g, '')]
  })
  const choices: readonly { readonly reach: Reach; readonly name: string; readonly words: string }[] = [
    {
      reach: { kind: 'loopback' },
      name: 'This machine only',
      words: 'Programs on this machine, at 127.0.0.1.',
    },
    ...network.map((address) => ({
      reach: { kind: 'address' as const, address },
      name: `The network of ${address}`,
      words: 'Machines that can reach this address. Not 127.0.0.1.',
    })),
    {
      reach: { kind: 'all' },
      name: 'Every address',
      words: 'This machine, its networks and usually its containers.',
    },
  ]
  return (
    <>
      <fieldset className="reach field">
        <legend className="field-label">Who can reach it</legend>
        {choices.map(({ reach: choice, name, words }) => (
          <label key={name} className="text-line gap-8">
            <input
              type="radio"
              name="reach"
              checked={isSame(choice, reach)}
              onChange={() => onChange(choice)}
            />
            <span>
              {name} <span className="muted">{words}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {reach.kind !== 'loopback' && (
        <div className="notice warning mt-10">
          <strong>What becomes reachable</strong>
          <span>
            Anyone who can reach this machine on that network can open connections to the port. They find
            nothing there: every path but the unguessable ones you hand out answers 404, and nothing that is
            received runs, opens or calls anything. But they can see that something listens, and send requests
            that Parley has to refuse. Calls cross the network unencrypted, tokens included.
          </span>
          <label className="text-line gap-8">
            <input
              type="checkbox"
              checked={understood}
              onChange={({ target }) => onUnderstood(target.checked)}
            />
            <span>I want others on this network to reach the receiver</span>
          </label>
        </div>
      )}
    </>
  )
}

function isSame(one: Reach, other: Reach): boolean {
  if (one.kind !== other.kind) return false
  return one.kind !== 'address' || other.kind !== 'address' || one.address === other.address
}
