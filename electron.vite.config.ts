import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { licensesInside } from './packaging/licenses/licenses-inside.ts'

export default defineConfig({
  main: {
    plugins: [licensesInside()],
    build: {
      rollupOptions: {
        input: { main: resolve('electron/main.ts'), serve: resolve('electron/serve.ts') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload script is one CommonJS file with nothing but `electron` to require.
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: resolve('electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), licensesInside()],
    build: {
      rollupOptions: { input: resolve('renderer/index.html') },
      assetsInlineLimit: 0,
    },
  },
})
