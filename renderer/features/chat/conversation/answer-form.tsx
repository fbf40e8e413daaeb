import type { JsonObject } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { leaveTask, useDraft } from '../../../state/draft.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { usePartEditor } from '../composer/index.ts'
import { formFields, requestedSchema, SchemaForm } from '../forms/index.ts'
import { useCalls, useStreams } from '../use-calls.ts'

/** The form for an agent's request with a schema. */
export function AnswerForm({ task }: { readonly task: TaskBrief }) {
  const calls = useCalls()
  const streams = useStreams()
  const schema = requestedSchema(task.asks?.message)
  const fields = schema && formFields(schema)
  if (!schema) return null
  const { agentId = '', taskId, contextId } = task
  const editAsJson = (data: JsonObject) => {
    useDraft.getState().change(agentId, () => ({ continues: { taskId } }))
    usePartEditor.setState({ edited: { agentId, data, schema } })
  }
  if (!fields) {
    return (
      <LinkButton onClick={() => editAsJson({})}>
        Answer with data, checked against the agent's schema
      </LinkButton>
    )
  }
  return (
    <SchemaForm
      key={task.asks?.event}
      name="Required input"
      fields={fields}
      onJson={editAsJson}
      onSubmit={(data) => {
        calls.send({
          agentId,
          stream: streams,
          messageId: crypto.randomUUID(),
          taskId,
          ...defined({ contextId }),
          parts: [{ kind: 'data', data }],
        })
        leaveTask(task)
      }}
    />
  )
}
