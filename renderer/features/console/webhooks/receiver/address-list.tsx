import { CircleCheck, CircleHelp, CircleMinus, CircleX } from 'lucide-react'
import type { ReceiverAddress, ReceiverState, SelfTest } from '#shared/contract/push.ts'
import { messageOf } from '../../../../host/message-of.ts'
import { useReceiverAction } from '../../../../record/use-receiver.ts'
import { Button } from '../../../../ui/button.tsx'
import { Mark } from '../../../../ui/mark.tsx'

/** Each address an agent might reach the receiver at, and whether a call of our own gets through it. */
export function AddressList({ state: { addresses, listening } }: { readonly state: ReceiverState }) {
  const test = useReceiverAction((client) => client.receiver.selfTest())
  return (
    <section className="mt-16 rule-above pt-12" aria-label="Addresses of the receiver">
      <div className="line gap-8">
        <h3 className="bold">Addresses to give to agents</h3>
        <span className="spacer" />
        <Button disabled={!listening || test.isPending} onClick={() => test.mutate(undefined)}>
          {test.isPending ? 'Testing…' : 'Test all'}
        </Button>
      </div>
      {test.error && <p className="notice">{messageOf(test.error)}</p>}
      <ul>
        {addresses.map((address) => (
          <AddressRow
            key={address.baseUrl}
            address={address}
            tested={test.data?.find(({ baseUrl }) => baseUrl === address.baseUrl)}
          />
        ))}
      </ul>
    </section>
  )
}

const outcomes = {
  reached: { icon: CircleCheck, colour: 'var(--completed)', word: 'reached' },
  'not-reached': { icon: CircleX, colour: 'var(--failed)', word: 'not reached' },
  untestable: { icon: CircleHelp, colour: 'var(--muted)', word: 'cannot be tested' },
  closed: { icon: CircleMinus, colour: 'var(--muted)', word: 'not listening' },
} as const

function AddressRow({
  address,
  tested,
}: {
  readonly address: ReceiverAddress
  readonly tested: SelfTest | undefined
}) {
  const state = tested?.outcome ?? (address.listening ? undefined : 'closed')
  return (
    <li className="py-6">
      <div className="address-line line gap-8">
        <span className="mono">{address.baseUrl}</span>
        <span className="spacer" />
        {state && <Mark {...outcomes[state]} />}
      </div>
      <p className="muted small">
        {address.sentence}
        {tested && <> {tested.sentence}</>}
      </p>
    </li>
  )
}
