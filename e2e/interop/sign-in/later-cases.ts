// After a sign-in: expired tokens, more scopes, another account, and signing out.

import type { Page } from '@playwright/test'
import { runStates } from '../../../renderer/features/agent/sign-in/grant-words.ts'
import { expect } from '../verdict.ts'
import { comesBack, logsIn, startsOver } from './person.ts'
import { reads } from './reads.ts'
import { brief, isAccount, isRefused, type SignInCase, signedIn, talks } from './seat.ts'
import type { SignInPage } from './sign-in-page.ts'

export const laterCases: readonly SignInCase[] = [
  {
    name: 'refreshed on demand',
    once: true,
    async run(seat) {
      await signedIn(seat)
      await refreshes(seat.sign)
      await seat.sign.close()
      await talks(seat)
    },
  },
  {
    name: 'refreshed before it expires',
    once: true,
    async run(seat) {
      await signedIn(seat, brief)
      // Tokens of less than a minute are refreshed halfway.
      await reads(seat.sign.signedIn, /Expires\s*in [1-4] s/, 'the expiry')
      await seat.sign.close()
      await talks(seat)
      await wasRefreshed(seat.sign)
    },
  },
  {
    name: 'refreshed after a 401',
    once: true,
    async run(seat) {
      await signedIn(seat)
      await seat.sign.close()
      await talks(seat)
      await fetch(`${seat.agent}/forget`, { method: 'POST' })
      await talks(seat)
      await wasRefreshed(seat.sign)
    },
  },
  {
    name: 'another scope',
    once: true,
    async run(seat) {
      const { sign } = seat
      await signedIn(seat)
      await sign.close()
      await sign.openAtRefusal(403, 'Stream')
      await reads(sign.dialog, 'Sign in again with the scope agent:stream.', 'the dialog')
      expect(await sign.submit([comesBack]), runStates.done, 'the sign-in')
      await reads(sign.signedIn, 'agent:stream', 'the scopes')
      await sign.close()
      await sign.window.say('count', 'Stream')
      const answer = sign.window.conversation.getByRole('article', { name: 'Task completed' })
      await reads(answer.last(), 'one two three', 'the answer')
    },
  },
  {
    name: 'another account',
    once: true,
    async run(seat) {
      const { sign } = seat
      await signedIn(seat)
      await sign.dialog.getByRole('checkbox', { name: 'Switch account' }).check()
      expect(await sign.submit([startsOver, logsIn('alan'), comesBack]), runStates.done, 'the sign-in')
      await isAccount(seat, 'alan')
      await sign.close()
      await talks(seat)
    },
  },
  {
    name: 'signed out',
    once: true,
    async run(seat) {
      const { sign } = seat
      await signedIn(seat)
      await sign.signedIn.getByRole('button', { name: 'Sign out' }).click()
      await sign.signedIn.waitFor({ state: 'hidden' })
      await sign.close()
      await sign.window.show('console')
      await reads(sign.window.exchange('/revoke').last(), '200', 'the call that revokes')
      await isRefused(seat)
    },
  },
  {
    name: 'signed out at Keycloak',
    once: true,
    async run(seat) {
      const { sign, keycloak } = seat
      await signedIn(seat)
      await signOutAt(keycloak, await sign.page.context().newPage())
      await sign.signedIn.getByRole('button', { name: 'Refresh now' }).click()
      await reads(sign.signedIn, /The last refresh failed.*invalid_grant/s, 'the dialog')
    },
  },
]

async function refreshes(sign: SignInPage): Promise<void> {
  await sign.signedIn.getByRole('button', { name: 'Refresh now' }).click()
  await reads(sign.steps, /Refresh\s*done: Refreshed at/, 'the steps')
}

async function wasRefreshed(sign: SignInPage): Promise<void> {
  await sign.openAtCard()
  await reads(sign.steps, /Refresh\s*done: Refreshed at/, 'the steps')
}

async function signOutAt(keycloak: string, tab: Page): Promise<void> {
  await tab.goto(`${keycloak}/realms/interop/protocol/openid-connect/logout`)
  await tab.getByRole('button', { name: 'Logout' }).click()
  await reads(tab.locator('body'), 'You are logged out', 'Keycloak')
  await tab.close()
}
