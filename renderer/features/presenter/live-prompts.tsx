import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { last } from '#shared/record/list.ts'
import { useEngine } from '../../host/engine.tsx'
import { messageOf } from '../../host/message-of.ts'
import { useRecord } from '../../record/use-record.ts'
import { usePresenting } from '../../state/presenting.ts'
import { Button } from '../../ui/button.tsx'
import { useDiscovery, useSelectedAgent } from '../agent/index.ts'
import { useCurrentConversation } from '../chat/index.ts'
import { PrepareDialog } from './prepare-dialog.tsx'
import { PromptCards } from './prompt-cards.tsx'

/** Says what was prepared to the agent on stage; an answer to what a task waits for goes to that task. */
export function LivePrompts() {
  const { client } = useEngine()
  const agent = useSelectedAgent()
  const discovery = useDiscovery().data
  const prepared = usePresenting(({ prompts }) => prompts)
  const [preparing, setPreparing] = useState(false)
  const conversation = useCurrentConversation()
  const key = conversation && last(conversation.tasks)
  const task = useRecord((record) => (key === undefined ? undefined : record.task(key)))
  const card = discovery?.found ? discovery.card : undefined
  const suggested = card?.skills.flatMap((skill) => skill.examples.slice(0, 1)) ?? []
  const prompts = prepared.length > 0 ? prepared : suggested

  const say = useMutation({
    mutationFn: (text: string) =>
      client.conversation.send({
        agentId: agent?.id ?? '',
        text,
        stream: card?.capabilities.streaming === true,
        ...(conversation?.contextId !== undefined && { contextId: conversation.contextId }),
        ...(task?.phase === 'waiting' && { taskId: task.taskId }),
      }),
  })

  if (agent === undefined) return <p className="muted">Connect to an agent first: leave, and come back.</p>
  return (
    <>
      <PromptCards
        prompts={prompts}
        onPick={(index) => {
          const prompt = prompts[index]
          if (prompt !== undefined) say.mutate(prompt)
        }}
      />
      {prompts.length === 0 && <p className="muted">Nothing is prepared, and the card suggests nothing.</p>}
      {say.error && (
        <p className="notice" role="alert">
          {messageOf(say.error)}
        </p>
      )}
      <Button onClick={() => setPreparing(true)}>Prepare…</Button>
      {preparing && <PrepareDialog prompts={prompts} onClose={() => setPreparing(false)} />}
    </>
  )
}
