import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { isProduct, projectTree } from './tree.ts'

/** Searches for files by someone new to the code, each with a file that the results must include. */
test.each([
  ['retry', 'electron/engine/store/retry.ts'],
  ['cancel', 'electron/engine/cancel-calls.ts'],
  ['debounce', 'renderer/state/debounce.ts'],
  ['cache', 'shared/story/decode-cache.ts'],
  ['migration', 'electron/engine/store/migrations.ts'],
  ['websocket', 'renderer/host/web-socket.ts'],
  ['queue', 'electron/engine/platform/queue.ts'],
  ['sse', 'electron/engine/wire/sse.ts'],
  ['virtuallist', 'renderer/ui/virtual-list.tsx'],
  ['lru', 'shared/collections/lru-cache.ts'],
  ['logger', 'electron/engine/diagnostics/logger.ts'],
])('a search for “%s” finds %s', (word, path) => {
  expect(productFiles.filter((each) => basename(each).replaceAll('-', '').includes(word))).toContain(path)
})

const productFiles = projectTree().paths.filter(isProduct)
