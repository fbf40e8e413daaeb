import { useState } from 'react'
import { defined } from '#shared/defined.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { useConsole } from '../../../state/console.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { bindingName, dialectName } from '../../agent/index.ts'
import { useAgentInterfaces } from './use-agent-way.ts'

/** What was asked, once more as another version or binding says it; both then side by side. */
export function OtherWayDialog({ row, onClose }: { readonly row: ExchangeRow; onClose(): void }) {
  const { client } = useEngine()
  const interfaces = useAgentInterfaces(row.agentId)
  const [problem, setProblem] = useState<string>()
  const [asking, setAsking] = useState(false)

  function ask({ interface: { url, tenant }, dialect, binding }: (typeof interfaces)[number]): void {
    setAsking(true)
    const way = { url, dialect, binding, ...defined({ tenant }) }
    client.again
      .inOtherWay({ exchangeId: row.id, way })
      .then(({ exchangeId }) => {
        useConsole.getState().setCompareWith(row.id)
        useSelection.getState().selectExchange(exchangeId)
        onClose()
      })
      .catch((error: unknown) => {
        setAsking(false)
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
                <span className="mono muted">{url}</span>
              </span>
              <span className="spacer" />
              {isSame && <span className="chip">original</span>}
              <Button disabled={asking} onClick={() => ask(each)}>
                Ask
              </Button>
            </li>
          )
        })}
      </ul>
      {interfaces.length === 0 && (
        <p className="muted">The agent’s card declares no interface that Parley supports.</p>
      )}
    </Dialog>
  )
}
