import { settledMs } from '#shared/a2a/push/diagnose.ts'
import { mayBeCalled } from '#shared/contract/push.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useReceiver } from '../../../record/use-receiver.ts'
import { showConsole } from '../../../state/console.ts'
import { useWebhooks } from '../../../state/webhooks.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/use-now.ts'

/** Where the agent has an address of ours for the task and never called it, once it could have. */
export function NoWebhook({ task: { agentId, taskId, phase } }: { readonly task: TaskBrief }) {
  const { data } = useReceiver()
  const silent = data?.configurations.find(
    (config) =>
      config.agentId === agentId && config.taskId === taskId && config.calls === 0 && mayBeCalled(config),
  )
  const now = useNow(silent !== undefined && phase === 'live')
  if (!silent || (phase === 'live' && now - silent.silentSince < settledMs)) return null
  const show = () => {
    useWebhooks.getState().chooseConfiguration(silent.id)
    useWebhooks.setState({ diagnosedId: silent.id })
    showConsole('webhooks')
  }
  return <LinkButton onClick={show}>Why no webhook came</LinkButton>
}
