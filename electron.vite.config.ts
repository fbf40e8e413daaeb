import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { build, type Plugin } from 'vite'
import { licensesInside } from './packaging/licenses/licenses-inside.ts'

export default defineConfig({
  main: {
    plugins: [licensesInside(), suitesInside()],
    build: {
      // One file is read sooner than hundreds: a command is to reach its agent at once.
      externalizeDeps: {
        exclude: [
          '@bufbuild/protobuf',
          '@grpc/grpc-js',
          '@orpc/client',
          '@orpc/contract',
          '@orpc/server',
          'jose',
          'openid-client',
          'undici',
          'zod',
        ],
      },
      rollupOptions: {
        external: ['@napi-rs/keyring'],
        input: {
          main: resolve('electron/main.ts'),
          parley: resolve('electron/parley.ts'),
          serve: resolve('electron/serve.ts'),
          'open-served': resolve('electron/open-served.ts'),
          'tap-thread': resolve('electron/engine/tap/forward/thread.ts'),
        },
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
    plugins: [react(), sharedPage(), licensesInside()],
    build: {
      rollupOptions: {
        input: resolve('renderer/index.html'),
        // What the window begins with is one file: dozens of small ones, each shared with something late, would be fetched in turns.
        output: { codeSplitting: { groups: [{ name: 'window', tags: ['$initial'] }] } },
      },
      assetsInlineLimit: 0,
      minify: true,
    },
  },
})

/** Parley's own suites of checks, which the engine reads as files. */
function suitesInside(): Plugin {
  const folder = resolve('electron/engine/checks/suites')
  return {
    name: 'suites-inside',
    generateBundle() {
      for (const name of readdirSync(folder)) {
        this.emitFile({
          type: 'asset',
          fileName: `suites/${name}`,
          source: readFileSync(resolve(folder, name)),
        })
      }
    },
  }
}

/** After the window: one script and one style, of which pages that show a session are made. */
function sharedPage(): Plugin {
  return {
    name: 'shared-page',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        root: resolve('renderer'),
        logLevel: 'warn',
        plugins: [react(), withStandIns()],
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: resolve('out/renderer/share'),
          emptyOutDir: true,
          cssCodeSplit: false,
          assetsInlineLimit: Number.MAX_SAFE_INTEGER,
          lib: {
            entry: resolve('renderer/page/page.tsx'),
            formats: ['iife'],
            name: 'page',
            fileName: () => 'page.js',
            cssFileName: 'page',
          },
        },
      })
    },
  }
}

/** What would make every shared page megabytes long, and what is there instead. */
const standIns = {
  '/json-editor.tsx': 'renderer/page/plain-editor.tsx',
  '/pdf/pdf-view.tsx': 'renderer/page/no-pdf-view.tsx',
} as const

function withStandIns(): Plugin {
  return {
    name: 'stand-ins',
    enforce: 'pre',
    resolveId(id) {
      const match = Object.entries(standIns).find(([large]) => id.endsWith(large))
      return match ? resolve(match[1]) : null
    },
  }
}
