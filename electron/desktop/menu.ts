// The native menu, built from the commands that the window offers: unavailable ones are gray, and the keys are the
// user's. An item sends its id to the subscribed windows; the standard items of each platform (edit, window, quit) are
// Electron's roles.

import { EventEmitter, on } from 'node:events'
import { Menu, type MenuItemConstructorOptions } from 'electron'
import { type CommandId, commandIds, factsOf, type MenuName, menuTitles } from '#shared/commands.ts'
import type { MenuOffer } from '#shared/contract/host.ts'
import { keysOf } from '#shared/keys.ts'
import { acceleratorOf } from './accelerator.ts'

export type CommandMenu = ReturnType<typeof installMenu>

export function installMenu(platform: NodeJS.Platform) {
  const events = new EventEmitter<{ command: [CommandId] }>()
  const draw = (offer: MenuOffer) =>
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(menuTemplate(platform, offer, (id) => events.emit('command', id))),
    )
  draw({ commands: [], keys: [] })
  return {
    offer: draw,
    async *chosen(signal: AbortSignal): AsyncGenerator<CommandId> {
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
  offer: MenuOffer,
  choose: (id: CommandId) => void,
): MenuItemConstructorOptions[] {
  const items = (menu: MenuName): MenuItemConstructorOptions[] =>
    commandIds
      .filter((id) => factsOf(id).menu === menu)
      .map((id) => ({
        id,
        label: factsOf(id).title,
        enabled: offer.commands.includes(id),
        ...accelerator(id, offer),
        click: () => choose(id),
      }))

  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: menuTitles.file,
      submenu: [...items('file'), { role: platform === 'darwin' ? 'close' : 'quit' }],
    },
    { role: 'editMenu' },
    { label: menuTitles.agent, submenu: items('agent') },
    {
      label: menuTitles.view,
      submenu: [...items('view'), { type: 'separator' }, { role: 'togglefullscreen' }],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: items('help') },
  ]
}

/** The window's key handler acts on the key; the menu only shows it, or the command would run twice. */
function accelerator(
  id: CommandId,
  { keys }: MenuOffer,
): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> {
  const shown = acceleratorOf(keysOf(id, keys))
  return shown === undefined ? {} : { accelerator: shown, registerAccelerator: false }
}
