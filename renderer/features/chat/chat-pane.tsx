import { Ellipsis, KeyRound, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { ConversationBrief } from '#shared/contract/story.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { runCommand, useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { newChat } from '../../state/chat.ts'
import { useDraft } from '../../state/draft.ts'
import { usePresenting } from '../../state/presenting.ts'
import { useRunningCalls } from '../../state/running-calls.ts'
import { useSelection } from '../../state/selection.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState, Problem } from '../../ui/feedback.tsx'
import { counted, joinDefined } from '../../ui/format.ts'
import { lateDialog } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Pane } from '../../ui/pane.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import {
  ConnectionFailed,
  useAgents,
  useDiscovery,
  useOpenDialog,
  useSelectedAgent,
  useStartDemo,
} from '../agent/index.ts'
import { Composer } from './composer/index.ts'
import { ConversationLog } from './conversation/conversation.tsx'
import { conversationTitle } from './conversations/conversation-title.ts'
import { NewConversations } from './conversations/new-conversations.tsx'
import { useContextName } from './conversations/use-context-notes.ts'
import { RawPartDialog } from './parts/index.ts'
import {
  useLogKey,
  useShow,
  useShownChat,
  useShownConversation,
  useStayInConversation,
} from './use-conversation.ts'
import './chat.css'

const TaskListDialog = lateDialog('Tasks of the agent', () =>
  import('./task-list-dialog.tsx').then((module) => module.TaskListDialog),
)

export function ChatPane() {
  const agent = useSelectedAgent()
  const discovery = useDiscovery().data
  const { conversation, isRead, problem } = useShownConversation()
  const logKey = useLogKey(conversation)
  const isNew = agent !== undefined && isRead && conversation === null
  const { canCall } = useEngine()
  const show = useShow(agent?.id)
  useSelectSent(conversation)
  const [listsTasks, setListsTasks] = useState(false)
  const startAnew = () => {
    show(newChat())
    useDraft.getState().focus()
  }
  useCommand('chat.new-context', startAnew, !!conversation && canCall)
  useCommand('chat.tasks', () => setListsTasks(true), agent !== undefined && canCall)

  return (
    <Pane
      id="chat"
      name="Chat"
      title={
        agent ? <ChatTitle agent={agent} conversation={conversation} /> : <h2 className="truncate">Chat</h2>
      }
      actions={
        agent &&
        canCall && (
          <>
            <Menu
              label="More about the conversation"
              button={<Ellipsis size={14} />}
              items={() => [
                { label: 'Tasks of the agent…', run: () => setListsTasks(true) },
                { label: 'Presenter mode', run: () => runCommand('present.toggle') },
                { label: 'Export the recording…', run: () => runCommand('session.export') },
              ]}
            />
            {conversation && <Button onClick={startAnew}>New conversation</Button>}
          </>
        )
      }
      bodyClassName="chat"
    >
      {!agent && (canCall ? <NoAgent /> : <NoMessages />)}
      <Problem error={problem} />
      {isNew && canCall && discovery?.found === false && discovery.choices && <ToChoose />}
      {agent && canCall && discovery?.found === false && !discovery.choices && (
        <ConnectionFailed agent={agent} discovery={discovery} above={!!conversation} />
      )}
      {isNew && !canCall && <NoMessages />}
      {isNew && canCall && discovery?.found !== false && (
        <ExamplePrompts agent={agent} discovery={discovery} />
      )}
      {agent && !isRead && <div className="fills scrolls" />}
      <ShownLog agentId={agent?.id} logKey={logKey} />
      {conversation?.hasNoContext && canCall && (
        <p className="dim rigid px-12 py-4 small">
          The agent returned no contextId, so it can’t link these messages. Parley keeps them in one
          conversation.
        </p>
      )}
      {agent && canCall && (
        <Composer key={agent.id} agent={agent} discovery={discovery} conversation={conversation} />
      )}
      <RawPartDialog />
      {agent && listsTasks && <TaskListDialog agentId={agent.id} onClose={() => setListsTasks(false)} />}
    </Pane>
  )
}

/** Drawn with every change of its content, separately from its surroundings. */
function ShownLog({ agentId, logKey }: { readonly agentId: string | undefined; readonly logKey: string }) {
  const { chat, state } = useShownChat()
  const { answer } = state
  const { conversation } = answer ?? {}
  useStayInConversation(agentId, answer)
  if (!chat || !answer || !conversation) return null
  return (
    <ConversationLog
      key={logKey}
      chat={chat}
      state={state}
      page={answer}
      agentId={conversation.agentId}
      name={logKey}
    />
  )
}

interface ChatTitleProps {
  readonly agent: Agent
  /** Absent until it is read, `null` for a new one. */
  readonly conversation: ConversationBrief | null | undefined
}

function ChatTitle({ agent, conversation }: ChatTitleProps) {
  const { canCall } = useEngine()
  const isPresented = usePresenting(({ on }) => on)
  const nameOf = useContextName(agent.id)
  const title = conversation && conversationTitle(conversation, nameOf(conversation.contextId), !isPresented)
  const tasks = conversation?.tasks.length ?? 0
  return (
    <>
      <h2 className="truncate">{title ?? (conversation === null ? 'New conversation' : '…')}</h2>
      <span className="dim truncate">
        {joinDefined(' · ', `with ${visibleString(agent.name)}`, tasks > 0 && counted(tasks, 'task'))}
      </span>
      {canCall && <NewConversations agentId={agent.id} current={conversation} />}
    </>
  )
}

function NoMessages() {
  return (
    <EmptyState title="No messages">
      <p>The requests of this recording are in the console.</p>
    </EmptyState>
  )
}

function ToChoose() {
  return (
    <EmptyState title="Choose an agent">
      <p>There are several agents at this address. The agent card lists them.</p>
    </EmptyState>
  )
}

function NoAgent() {
  const agents = useAgents().data ?? []
  return agents.length > 0 ? <NoneSelected /> : <FirstRun />
}

function NoneSelected() {
  return (
    <EmptyState title="No agent selected">
      <p>Select an agent in the list, or type an address above.</p>
    </EmptyState>
  )
}

function FirstRun() {
  const startDemo = useStartDemo()
  const { dataDir } = useEngine().capabilities
  return (
    <EmptyState title="Talk to an agent and see every byte">
      <p>
        Type an agent's address above. Or start the demo agent: a small travel concierge that shows what A2A
        can do, on this machine, with no network.
      </p>
      <Button primary large onClick={() => startDemo.mutate(undefined)} disabled={startDemo.isPending}>
        <Play size={14} /> Start the demo agent
      </Button>
      <Button onClick={() => startDemo.mutate({ behindSignIn: true })} disabled={startDemo.isPending}>
        <KeyRound size={13} /> Start the protected demo agent
      </Button>
      <p>
        Or open <LinkButton onClick={() => useOpenDialog.getState().show('add-card')}>a card</LinkButton> or{' '}
        <LinkButton onClick={() => runCommand('session.import')}>a recording</LinkButton> from a file.
      </p>
      <p className="dim">
        Requests, responses and webhook calls are recorded in <span className="mono breaks">{dataDir}</span>,
        and nowhere else. Known secrets are left out.
      </p>
      <Problem error={startDemo.error} />
    </EmptyState>
  )
}

interface ExamplePromptsProps {
  readonly agent: Agent
  readonly discovery: Discovery | undefined
}

/** Examples offered in an empty chat; the card lists all. */
const maxExamplePrompts = 3

/** A new conversation: examples of the agent's skills. */
function ExamplePrompts({ agent, discovery }: ExamplePromptsProps) {
  const skills = discovery?.found ? discovery.card.skills : []
  const examples = skills.flatMap((skill) => skill.examples.slice(0, 1)).slice(0, maxExamplePrompts)
  return (
    <div className="fills scrolls">
      <EmptyState title={`Start a conversation with ${visibleString(agent.name)}`}>
        {examples.length > 0 && <p>Write a message, or begin with a prompt of its card:</p>}
        <ul className="prompts column gap-6" aria-label="Example prompts">
          {examples.map((example) => (
            <li key={example}>
              <button
                type="button"
                className="prompt full-width breaks"
                onClick={() => useDraft.getState().offer(example)}
              >
                {visibleString(shorten(example, maxTitleChars))}
              </button>
            </li>
          ))}
        </ul>
      </EmptyState>
    </div>
  )
}

/** Selects the task that this window's newest message started, once, so that no task of others replaces it. */
function useSelectSent(conversation: ConversationBrief | null | undefined): void {
  const sent = useRunningCalls((running) => running.sent)
  const isNothing = useSelection(
    ({ card, problem, taskId, exchangeId }) => !card && !problem && taskId === undefined && !exchangeId,
  )
  const task = conversation?.tasks.findLast((each) => sent !== undefined && each.sent.includes(sent))
  const key = isNothing ? task?.key : undefined
  useEffect(() => {
    if (key === undefined) return
    useRunningCalls.setState({ sent: undefined })
    useSelection.getState().selectTask(key)
  }, [key])
}
