import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'renderer/**/*.test.ts', 'e2e/rules/*.test.ts'],
        },
      },
      {
        test: {
          name: 'engine',
          include: ['electron/**/*.test.ts', 'e2e/agents/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
})
