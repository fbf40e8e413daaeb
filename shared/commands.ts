// The list of commands with their names and keys, for the palette, the key handler, the sheet of keys and the native menu. The
// window implements them (renderer/commands).

export type MenuName = 'file' | 'view' | 'agent' | 'help'

interface CommandFacts {
  readonly title: string
  readonly menu: MenuName
  /** Spelled as in shared/keys.ts; the user may choose another. */
  readonly keys?: string
}

export const menuTitles: Readonly<Record<MenuName, string>> = {
  file: 'File',
  agent: 'Agent',
  view: 'View',
  help: 'Help',
}

/** In a window or in the main process. */
const { navigator } = globalThis as { readonly navigator?: { readonly platform: string } }
export const isMac = /mac/i.test(navigator?.platform ?? '')

export const commandFacts = {
  'palette.open': { title: 'Show all commands', menu: 'view', keys: 'Mod+K' },
  // On macOS, Alt with an arrow moves by word.
  'go.back': { title: 'Back', menu: 'view', keys: isMac ? 'Mod+[' : 'Alt+ArrowLeft' },
  'go.forward': { title: 'Forward', menu: 'view', keys: isMac ? 'Mod+]' : 'Alt+ArrowRight' },
  'address.focus': { title: 'Go to the agent address', menu: 'agent', keys: 'Mod+L' },
  'agent.connect': { title: 'Connect', menu: 'agent' },
  'agent.demo': { title: 'Start the demo agent', menu: 'agent' },
  'agent.demo-sign-in': { title: 'Start the protected demo agent', menu: 'agent' },
  'agent.sign-in': { title: 'Sign in to the agent', menu: 'agent' },
  'agent.clear': { title: 'Remove agents that don’t answer', menu: 'agent' },
  'agent.tap': { title: 'Tap this agent', menu: 'agent' },
  'agent.network': { title: 'Connection settings of the agent', menu: 'agent' },
  'card.show': { title: 'Show the agent card', menu: 'agent' },
  'card.json': { title: 'Show the agent card as JSON', menu: 'agent' },
  'card.edit': { title: 'Edit the agent card', menu: 'agent' },
  'card.reload': { title: 'Reload agent card', menu: 'agent' },
  'chat.send': { title: 'Send the message', menu: 'agent', keys: 'Mod+Enter' },
  'chat.new-context': { title: 'New conversation', menu: 'agent', keys: 'Mod+N' },
  'chat.attach': { title: 'Attach files to the message', menu: 'agent' },
  'chat.request': { title: 'Toggle the request of the message', menu: 'view' },
  'chat.contexts': { title: 'Show the conversations of the agent', menu: 'view' },
  'chat.tasks': { title: 'List the tasks of the agent', menu: 'agent' },
  'chat.cancel': { title: 'Cancel task', menu: 'agent' },
  'chat.stop': { title: 'Disconnect', menu: 'agent', keys: 'Mod+.' },
  'mode.chat': { title: 'Go to the chat', menu: 'view', keys: 'Mod+1' },
  'mode.console': { title: 'Go to the console', menu: 'view', keys: 'Mod+2' },
  'mode.checks': { title: 'Show checks', menu: 'view', keys: 'Mod+3' },
  'inspector.fill': { title: 'Maximize the inspector', menu: 'view' },
  'pane.inspector': { title: 'Toggle the inspector', menu: 'view', keys: 'Mod+4' },
  'pane.agents': { title: 'Toggle agents', menu: 'view', keys: 'Mod+B' },
  'session.new': { title: 'New recording', menu: 'file' },
  'session.pause': { title: 'Pause or resume recording', menu: 'file' },
  'session.stop': { title: 'Stop recording', menu: 'file' },
  'session.all': { title: 'Show all recordings, or only this one', menu: 'view' },
  'session.import': { title: 'Open a recording from a file', menu: 'file', keys: 'Mod+O' },
  'session.export': { title: 'Export the recording', menu: 'file', keys: 'Mod+Shift+E' },
  'console.filter': { title: 'Filter requests', menu: 'view' },
  'console.pause': { title: 'Pause or resume the list of requests', menu: 'view' },
  'console.clear': { title: 'Clear the list of requests', menu: 'view' },
  'webhooks.show': { title: 'Show webhooks', menu: 'view' },
  'webhooks.receiver': { title: 'Turn the webhook receiver on or off', menu: 'agent' },
  'webhooks.new': { title: 'New push configuration', menu: 'agent' },
  'findings.mute': { title: 'Mute or unmute the open rule for its agent', menu: 'view' },
  'sequence.show': { title: 'Show sequence', menu: 'view' },
  'checks.run': { title: 'Run checks of the agent', menu: 'agent' },
  'exchange.pin': { title: 'Pin or unpin the request', menu: 'view' },
  'exchange.note': { title: 'Mark or annotate the request', menu: 'view' },
  'timeline.reconcile': { title: 'Reconcile the task with what the agent stores', menu: 'agent' },
  'timeline.save': { title: 'Copy or save the timeline', menu: 'view' },
  'timeline.filter': { title: 'Find in the events of the task', menu: 'view' },
  'exchange.copy-curl': { title: 'Copy the request as cURL', menu: 'view', keys: 'Mod+Shift+C' },
  'exchange.save': { title: 'Save the request as HAR or JSON lines', menu: 'file' },
  'settings.open': { title: 'Settings', menu: 'file', keys: 'Mod+,' },
  'exchange.report': { title: 'Save a bug report about the request', menu: 'file' },
  'exchange.resend': { title: 'Resend the request', menu: 'agent' },
  'exchange.edit': { title: 'Edit and resend the request', menu: 'agent' },
  'exchange.compose': { title: 'Compose a request', menu: 'agent' },
  'present.toggle': { title: 'Presenter mode', menu: 'view', keys: 'Mod+Shift+P' },
  'layout.reset': { title: 'Reset the layout', menu: 'view' },
  'keys.show': { title: 'Keyboard shortcuts', menu: 'help', keys: '?' },
  'traces.open': { title: 'Send traces to an endpoint', menu: 'file' },
  'spans.receive': { title: 'Receive spans from agents', menu: 'file' },
  'spans.unknown': { title: 'Show unknown traces', menu: 'view' },
  'app.updates': { title: 'Parley updates', menu: 'help' },
  'theme.cycle': { title: 'Switch theme: system, light, dark', menu: 'view' },
} as const satisfies Record<string, CommandFacts>

export type CommandId = keyof typeof commandFacts

export const commandIds = Object.keys(commandFacts) as [CommandId, ...CommandId[]]

export function factsOf(id: CommandId): CommandFacts {
  return commandFacts[id]
}
