import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding } from '#shared/a2a/model.ts'
import type { InterfaceChoiceView } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useConsole } from '../../../state/console.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { bindingName, dialectName } from '../../agent/index.ts'

/** Repeats the operation in another version or binding, then compares both. */
export function OtherInterfaceDialog({ row, onClose }: { readonly row: ExchangeRow; onClose(): void }) {
  const { client } = useEngine()
  const interfaces = useAgentInterfaces(row.agentId)
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)

  function compose({ interface: { url, tenant }, dialect, binding }: (typeof interfaces)[number]): void {
    setPending(true)
    const way = { url, dialect, binding, ...defined({ tenant }) }
    client.again
      .inOtherWay({ exchangeId: row.id, way })
      .then(({ exchangeId }) => {
        useConsole.getState().setCompareWith(row.id)
        useSelection.getState().selectExchange(exchangeId)
        onClose()
      })
      .catch((error: unknown) => {
        setPending(false)
        setProblem(messageOf(error))
      })
  }

  return (
    <Dialog
      title="Repeat over another version or binding"
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <p>
        Sends the request again over another version or binding and shows both responses side by side. The
        agent performs it again.
      </p>
      <Problem error={problem} />
      <ul className="column gap-4 mt-10" aria-label="Interfaces">
        {interfaces.map((each) => {
          const { url } = each.interface
          const isSame = each.dialect === row.dialect && each.binding === row.binding
          return (
            <li key={`${each.dialect} ${each.binding} ${url}`} className="line breaks gap-8 rule-above py-6">
              <span>
                <strong>{`${dialectName(each.dialect)} · ${bindingName(each.binding)}`}</strong>{' '}
                <span className="mono dim">{url}</span>
              </span>
              <span className="spacer" />
              {isSame && <span className="chip">original</span>}
              <Button disabled={isPending} onClick={() => compose(each)}>
                Ask
              </Button>
            </li>
          )
        })}
      </ul>
      {interfaces.length === 0 && (
        <p className="dim">The agent’s card declares no interface that Parley supports.</p>
      )}
    </Dialog>
  )
}

/** Supported interfaces of the agent's card. */
function useAgentInterfaces(agentId: string | undefined): readonly Required<InterfaceChoiceView>[] {
  const { queries } = useEngine()
  const { data } = useQuery(
    queries.card.current.queryOptions({ input: { agentId: agentId ?? '' }, enabled: agentId !== undefined }),
  )
  return data?.found ? data.interfaces.filter(isSpoken) : []
}

function isSpoken(each: InterfaceChoiceView): each is Required<InterfaceChoiceView> {
  return each.dialect !== undefined && each.binding !== undefined
}

/** The address for a dialect: as in the card, else that of this binding. */
export function useAgentInterface(agentId: string | undefined) {
  const interfaces = useAgentInterfaces(agentId)
  return (dialect: DialectId, binding: Binding) => {
    const over = interfaces.filter((each) => each.binding === binding)
    const match = over.find((each) => each.dialect === dialect) ?? over[0]
    return match && { url: match.interface.url, tenant: match.interface.tenant }
  }
}
