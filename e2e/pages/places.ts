// Regions, dialogs, grids and tabs by their accessible names, which are a contract (CONTRIBUTING.md): each name is written only
// here.

import type { Locator, Page } from '@playwright/test'

export type Within = Page | Locator
type Role = 'region' | 'dialog' | 'grid' | 'treegrid' | 'tab' | 'tablist' | 'tabpanel' | 'log'
type Place = (within: Within) => Locator

export const dialogs = {
  access: place('dialog', 'Access'),
  addPart: place('dialog', 'Add a part'),
  agentSpans: place('dialog', 'Agent spans'),
  callDefaults: place('dialog', 'Defaults for calls'),
  commands: place('dialog', 'Commands'),
  connection: place('dialog', 'Connection'),
  connectToAgent: place('dialog', 'Connect to this agent?'),
  damagedSession: place('dialog', 'This recording is damaged'),
  deleteSession: place('dialog', 'Delete this recording?'),
  exportSession: place('dialog', 'Export this recording'),
  extendedCard: place('dialog', 'Extended card'),
  keyboardShortcuts: place('dialog', 'Keyboard shortcuts'),
  markAndNote: (within: Within, call = '') => within.getByRole('dialog', { name: `${call}: mark and note` }),
  openCard: place('dialog', 'Open a card'),
  nameConversation: place('dialog', 'Name the conversation'),
  partAsJson: place('dialog', 'The part as JSON'),
  reconnect: place('dialog', 'Reconnect'),
  webhookReceiver: place('dialog', 'Webhook receiver'),
  prompts: place('dialog', 'Prompts'),
  redirectQuestion: place('dialog', 'Send this request to another origin?'),
  removeAgents: place('dialog', 'Remove agents that don’t answer'),
  saveAsFile: place('dialog', 'Save as a file'),
  sendOptions: place('dialog', 'Send options'),
  serveAsAgent: place('dialog', 'Mock agent'),
  settings: place('dialog', 'Settings'),
  signatures: place('dialog', 'Signatures'),
  signIn: place('dialog', 'Sign in'),
  spaceOnDisk: place('dialog', 'Space on disk'),
  taps: place('dialog', 'Taps'),
  tasksOfAgent: place('dialog', 'Tasks of the agent'),
  traces: place('dialog', 'Traces'),
  unknownTraces: place('dialog', 'Unknown traces'),
  unopenedFile: place('dialog', 'This file cannot be opened'),
  updates: place('dialog', 'Parley updates'),
}

export const grids = {
  changes: place('grid', 'Changes'),
  checkResults: place('grid', 'Check results'),
  data: place('grid', 'Data'),
  events: place('grid', 'Events'),
  exchanges: place('grid', 'Exchanges'),
  findings: place('grid', 'Problems'),
  noise: place('grid', 'Unmatched'),
  occurrences: place('grid', 'Occurrences'),
  plannedChecks: place('grid', 'Planned checks'),
  pushConfigurations: place('grid', 'Push configurations'),
  sequence: place('grid', 'Sequence'),
  spans: place('treegrid', 'Spans'),
  table: place('grid', 'Table'),
  unknownTraces: place('grid', 'Unknown traces'),
  webhookCalls: place('grid', 'Webhook calls'),
}

export const regions = {
  agentCard: place('region', 'Agent card'),
  agents: place('region', 'Agents'),
  allowedRedirects: place('region', 'Allowed redirects'),
  attempts: place('region', 'Attempts of this call'),
  bodyToSend: place('region', 'Body to send'),
  chat: place('region', 'Chat'),
  check: place('region', 'Check', { exact: true }),
  checks: place('region', 'Checks', { exact: true }),
  codingAgent: place('region', 'Coding agent'),
  composer: place('region', 'Composer'),
  composeRequest: place('region', 'Compose a request'),
  configurationsAtAgent: place('region', 'Configurations at the agent'),
  connectFailure: place('region', 'Couldn’t connect'),
  console: place('region', 'Console'),
  consoleRequests: place('region', 'Console: requests'),
  customResponses: place('region', 'Custom responses'),
  decodedResponse: place('region', 'Response, decoded'),
  bytesOfEvent: (within: Within, number: number) => within.getByRole('region', { name: `Event ${number}` }),
  event: place('region', 'Event', { exact: true }),
  inspector: place('region', 'Inspector'),
  jwtClaims: place('region', 'JWT claims'),
  leftover: place('region', 'Leftover'),
  nothingArrived: place('region', 'Nothing has arrived'),
  pdfPage: (within: Within, file = '.pdf') => within.getByRole('region', { name: `${file}, page` }),
  presenter: place('region', 'Presenter'),
  problem: place('region', 'Problem', { exact: true }),
  pushConfiguration: place('region', 'Push configuration'),
  receiverStatus: place('region', 'Receiver status'),
  recording: place('region', 'Recording', { exact: true }),
  recordingsAndData: place('region', 'Recordings and data'),
  recordingShown: place('region', 'Recording shown'),
  replay: place('region', 'Replay'),
  request: place('region', 'Request'),
  requestBody: place('region', 'Request body'),
  response: place('region', 'Response', { exact: true }),
  sender: place('region', 'Sender'),
  sendingStatus: place('region', 'Sending status'),
  sessions: place('region', 'Recordings', { exact: true }),
  signature: (within: Within, number: number) => within.getByRole('region', { name: `Signature ${number}` }),
  signedIn: place('region', 'Signed in'),
  signIn: place('region', 'Sign in', { exact: true }),
  span: place('region', 'Span', { exact: true }),
  steps: place('region', 'Steps'),
  taskTimeline: place('region', 'Task timeline'),
  text: place('region', 'Text'),
  timing: place('region', 'Timing'),
  recordingsCompared: place('region', 'Two recordings compared'),
  twoExchangesCompared: place('region', 'Two requests compared'),
  update: place('region', 'Update'),
}

export const tabs = {
  artifacts: place('tab', 'Artifacts'),

  card: place('tab', 'Card'),
  chatMode: place('tab', 'Chat'),
  checksMode: place('tab', 'Checks'),
  consoleMode: place('tab', 'Console'),
  events: place('tab', 'Events'),
  findings: place('tab', 'Problems'),
  headers: place('tab', 'Headers'),
  json: place('tab', 'JSON'),
  request: place('tab', 'Request', { exact: true }),
  response: place('tab', 'Response'),
  sequence: place('tab', 'Sequence'),
  spans: place('tab', 'Spans'),
  timing: place('tab', 'Timing'),
  verdict: place('tab', 'Verdict'),
  webhooks: place('tab', 'Webhooks'),
  wire: place('tab', 'Requests'),
}

export const tabLists = {
  console: place('tablist', 'Console'),
  inspector: place('tablist', 'Inspector'),
  mode: place('tablist', 'Mode'),
}

export const tabPanels = {
  headers: place('tabpanel', 'Headers'),
  request: place('tabpanel', 'Request'),
}

export const conversation = place('log', 'Conversation')

function place(role: Role, name: string, options?: { readonly exact: true }): Place {
  return (within) => within.getByRole(role, { name, ...options })
}
