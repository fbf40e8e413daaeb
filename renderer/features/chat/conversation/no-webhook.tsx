import { settledMs } from '#shared/a2a/push/diagnose.ts'
import { mayBeCalled } from '#shared/contract/may-be-called.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useReceiver } from '../../../record/use-receiver.ts'
import { showConsole } from '../../../state/console.ts'
import { usePresenting } from '../../../state/presenting.ts'
import { useWebhooks } from '../../../state/webhooks.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/use-now.ts'

/** Where the agent has an address of ours for the task and has been silent for as long as a diagnosis takes to be sure. */
export function NoWebhook({ task: { agentId, taskId } }: { readonly task: TaskBrief }) {
  const { data } = useReceiver()
  const silent = data?.configurations.find(
    (config) =>
      config.agentId === agentId && config.taskId === taskId && config.calls === 0 && mayBeCalled(config),
  )
  const isDue = silent !== undefined && Date.now() - silent.silentSince >= settledMs
  useNow(silent !== undefined && !isDue)
  const isPresented = usePresenting(({ on }) => on)
  if (!isDue || isPresented) return null
  const show = () => {
    useWebhooks.getState().chooseConfiguration(silent.id)
    useWebhooks.setState({ diagnosedId: silent.id })
    showConsole('webhooks')
  }
  return <LinkButton onClick={show}>Why no webhook arrived</LinkButton>
}
