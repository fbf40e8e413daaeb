// The native menu, drawn from the command list. Choosing an item sends its id to the windows that listen; the standard
// items of each platform (edit, window, quit) are Electron's roles.

import { EventEmitter, on } from 'node:events'
import { Menu, type MenuItemConstructorOptions } from 'electron'
import { type CommandId, commandIds, factsOf, type MenuName } from '#shared/commands.ts'

export interface CommandMenu {
  chosen(signal: AbortSignal): AsyncIterable<CommandId>
}

export function installMenu(platform: NodeJS.Platform): CommandMenu {
  const events = new EventEmitter<{ command: [CommandId] }>()
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, (id) => events.emit('command', id))))
  return {
    async *chosen(signal) {
      try {
        for await (const [id] of on(events, 'command', { signal })) yield id
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
  }
}

function menuTemplate(
  platform: NodeJS.Platform,
  choose: (id: CommandId) => void,
): MenuItemConstructorOptions[] {
  const items = (menu: MenuName): MenuItemConstructorOptions[] =>
    commandIds
      .filter((id) => factsOf(id).menu === menu)
      .map((id) => ({ id, label: factsOf(id).title, ...accelerator(id), click: () => choose(id) }))

  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: [...items('file'), { role: platform === 'darwin' ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    { label: 'Agent', submenu: items('agent') },
    { label: 'View', submenu: [...items('view'), { type: 'separator' }, { role: 'togglefullscreen' }] },
    { role: 'windowMenu' },
    { role: 'help', submenu: items('help') },
  ]
}

/** The window's own key handler acts on the key; the menu only shows it, or the command would run twice. */
function accelerator(id: CommandId): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> {
  const { keys } = factsOf(id)
  if (!keys) return {}
  return { accelerator: keys.replace('Mod', 'CommandOrControl'), registerAccelerator: false }
}
