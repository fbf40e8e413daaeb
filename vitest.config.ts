import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { isFullRun } from './e2e/full-run.ts'

export default defineConfig({
  test: {
    // How the sign-in server ought to be set up, each refusal that the demo agent's SDK sends, and what a pane that changed its size
    // settles in the next frame.
    onConsoleLog: (log) =>
      !/oidc-provider |ResizeObserver loop|^(Pre-stream error|Error during SSE streaming|Unhandled error in JSON-RPC)/.test(
        log,
      ),
    tags: [{ name: 'full', description: 'Measures, or floods at full size: npm run test:all' }],
    ...(!isFullRun && { tagsFilter: ['!full'] }),
    projects: [
      'testing/panes/vitest.config.ts',
      {
        test: {
          name: 'unit',
          // Pure functions: they share a process, and the modules loaded once.
          isolate: false,
          maxWorkers: Math.max(2, availableParallelism() - 1),
          include: ['{shared,renderer,testing,e2e/rules}/**/*.test.ts'],
          // Properties try hundreds of cases; a busy machine needs its time for them.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'engine',
          // They share processes, too: each file would load the engine anew.
          isolate: false,
          // They wait for servers and processes a third of their time.
          maxWorkers: availableParallelism() + 1,
          // Of the processes they start, which are the same few programs over and over.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'out', 'compiled') },
          include: [
            'electron/**/*.test.ts',
            'e2e/agents/**/*.test.ts',
            'e2e/attacks/*.test.ts',
            'e2e/fuzz/*.test.ts',
            'packaging/**/*.test.ts',
          ],
          testTimeout: 20_000,
          // What a poll waits for arrives; how long that takes reports how busy the machine is.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
