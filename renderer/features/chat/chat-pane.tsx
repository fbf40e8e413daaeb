import { Play } from 'lucide-react'
import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { messageOf } from '../../host/message-of.ts'
import { useRecord } from '../../record/use-record.ts'
import { useChat } from '../../state/chat.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pane } from '../../ui/pane.tsx'
import { shortId } from '../../ui/short-id.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { useDiscovery, useSelectedAgent, useStartDemo } from '../agent/index.ts'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { ExamplePrompts } from './example-prompts.tsx'
import { useCurrentConversation } from './use-conversation.ts'
import './chat.css'

export function ChatPane() {
  const agent = useSelectedAgent()
  const discovery = useDiscovery().data
  const conversation = useCurrentConversation()
  const { recorded } = useEngine()
  const conversations = useRecord((record) => record.conversations().length)
  const startAnew = () => agent && useChat.getState().startAnew(agent.id, conversations)
  useCommand('chat.new-context', startAnew, conversation !== undefined && !recorded)

  return (
    <Pane
      id="chat"
      name="Chat"
      title={
        <>
          <h2 className="truncate">{agent ? visibleString(agent.name) : 'Chat'}</h2>
          {conversation?.contextId && (
            <small className="mono truncate" title={conversation.contextId}>
              ctx {shortId(conversation.contextId)}
            </small>
          )}
        </>
      }
      actions={conversation && !recorded && <Button onClick={startAnew}>New context</Button>}
      bodyClassName="chat"
    >
      {!agent && <NoAgent />}
      {agent && !conversation && !recorded && discovery?.found === false && <NoCard />}
      {agent && !conversation && recorded && <NothingSaid />}
      {agent && !conversation && !recorded && discovery?.found !== false && (
        <ExamplePrompts agent={agent} discovery={discovery} />
      )}
      {agent && conversation && <Conversation conversation={conversation} />}
      {agent && !recorded && <Composer agent={agent} discovery={discovery} conversation={conversation} />}
    </Pane>
  )
}

function NothingSaid() {
  return (
    <EmptyState title="Nothing was said here">
      <p>The calls of this session are in the console.</p>
    </EmptyState>
  )
}

function NoCard() {
  return (
    <EmptyState title="Nothing to talk to yet">
      <p>
        No card was found, so Parley does not know how this agent is spoken to. The agent card says what was
        tried.
      </p>
    </EmptyState>
  )
}

function NoAgent() {
  const startDemo = useStartDemo()
  return (
    <EmptyState title="Talk to an agent, and see every byte of it">
      <p>
        Type an agent's address above. Or start the demo agent: a small travel concierge that shows what A2A
        can do, on this machine, with no network.
      </p>
      <Button primary large onClick={() => startDemo.mutate()} disabled={startDemo.isPending}>
        <Play size={14} aria-hidden={true} /> Start the demo agent
      </Button>
      {startDemo.error && (
        <p className="notice" role="alert">
          {messageOf(startDemo.error)}
        </p>
      )}
    </EmptyState>
  )
}
