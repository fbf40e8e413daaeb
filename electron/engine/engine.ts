// createEngine(deps): wires the services, nothing else. An engine is one data directory opened once.

import { mkdirSync } from 'node:fs'
import { createAccess } from './access/access.ts'
import { type AccessDesk, createAccessDesk } from './access/access-desk.ts'
import { openCredentialFile } from './access/credential-file.ts'
import { type Agents, openAgents } from './agents.ts'
import { type ChatStore, openChatMemory } from './chat-memory.ts'
import { type Conversation, createConversation } from './conversation.ts'
import { createDemo, type Demo } from './demo.ts'
import { createDiscovery, type DiscoveryService } from './discovery/discovery.ts'
import { createCardFetcher } from './discovery/fetch-card.ts'
import { openKnownCards } from './discovery/known-cards.ts'
import { type CardQuestions, createCardQuestions } from './discovery/questions.ts'
import type { Log } from './faults.ts'
import { createFetchFile, type FetchFile } from './fetch-file.ts'
import { createForgetAgent } from './forget-agent.ts'
import type { Host } from './host.ts'
import { createJudge } from './judge.ts'
import { createOperations } from './operation.ts'
import { openPreferences, type PreferenceStore } from './preferences.ts'
import { openRecord, type SessionRecord } from './session/record.ts'
import { createTasks, type Tasks } from './tasks/tasks.ts'
import { createWire } from './wire/wire.ts'

export interface EngineDeps {
  readonly host: Host
  readonly dataDir: string
  readonly log: Log
}

export interface Engine {
  readonly host: Host
  readonly agents: Agents
  forgetAgent(agentId: string): Promise<{ readonly removed: boolean }>
  readonly access: AccessDesk
  readonly discovery: DiscoveryService
  readonly questions: CardQuestions
  readonly conversation: Conversation
  readonly tasks: Tasks
  readonly fetchFile: FetchFile
  readonly chat: ChatStore
  readonly record: SessionRecord
  readonly preferences: PreferenceStore
  readonly demo: Demo
  close(): Promise<void>
}

export async function openEngine({ host, dataDir }: EngineDeps): Promise<Engine> {
  mkdirSync(dataDir, { recursive: true })
  const record = openRecord({ dataDir })
  const [agents, preferences, chat, file] = await Promise.all([
    openAgents(dataDir),
    openPreferences(dataDir),
    openChatMemory(dataDir),
    openCredentialFile(dataDir),
  ])
  const wire = createWire({ record, judge: createJudge() })
  const { sessionId } = record.createSession(new Date().toISOString())
  const access = createAccess({ file, secrets: host.secrets, environment: process.env })
  const fetcher = createCardFetcher({ wire, record, access, sessionId })
  const discovery = createDiscovery({
    agents,
    access,
    fetcher,
    known: openKnownCards(dataDir),
    mask: wire.mask.text,
  })
  const questions = createCardQuestions({ wire, access, discovery, fetcher, sessionId })
  const operations = createOperations({ wire, agents, access, discovery, sessionId })
  const demo = createDemo()
  return {
    host,
    agents,
    forgetAgent: createForgetAgent({ agents, access, discovery, questions }),
    access: createAccessDesk({ agents, access, discovery, where: host.secrets.where }),
    discovery,
    questions,
    conversation: createConversation(operations),
    tasks: createTasks({ operations, mask: wire.mask.text }),
    fetchFile: createFetchFile({ wire, access, sessionId }),
    chat,
    record,
    preferences,
    demo,
    async close() {
      wire.close()
      await demo.close()
      record.close()
    },
  }
}
