// Replaces `electron` by the stand-in for the built main bundle: node --import ./e2e/stand-in/register.ts out/main/main.js

import { registerHooks } from 'node:module'

const standIn = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})
