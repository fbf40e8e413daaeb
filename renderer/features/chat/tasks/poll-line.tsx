import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { pollIntervals } from '../../../state/call-defaults.ts'
import { type RunningCall, useRunningCalls } from '../../../state/running-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useCalls } from '../use-calls.ts'

/** Polls of a task that are under way: how often, how many, when the next one goes out. */
export function PollLine({ task }: { readonly task: TaskBrief }) {
  const polls = useRunningCalls((running) => running.calls)
  const poll = polls.find(({ kind, taskKey }) => kind === 'poll' && taskKey === task.key)
  return poll ? <Polling task={task} poll={poll} /> : null
}

function Polling({ task, poll }: { readonly task: TaskBrief; readonly poll: RunningCall }) {
  const calls = useCalls()
  const { nextAt, since, authorizationMs } = poll
  const now = useNow(nextAt !== undefined)
  const seconds = nextAt === undefined ? undefined : Math.max(0, Math.ceil((nextAt - now) / 1000))
  return (
    <p className="poll-line" role="status" aria-label="Polling">
      <span>
        Poll {poll.step?.poll ?? 1}
        {seconds === undefined ? ' on its way' : `, the next in ${seconds} s`}, every
      </span>
      <select
        className="input"
        aria-label="Interval of the polls"
        value={poll.intervalMs}
        onChange={({ target }) => {
          poll.stop()
          const left = authorizationMs && Math.max(0, authorizationMs - (Date.now() - since))
          calls.poll(task, Number(target.value), left)
        }}
      >
        {pollIntervals.map((ms) => (
          <option key={ms} value={ms}>
            {ms / 1000} s
          </option>
        ))}
      </select>
      <Button onClick={poll.stop}>Stop polling</Button>
    </p>
  )
}
