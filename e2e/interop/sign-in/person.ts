// The actions of a person on Keycloak's pages, in a tab of a real browser.

import type { Page } from '@playwright/test'
import { reads } from './reads.ts'

/** As in the realm. */
const people = {
  ada: { password: 'analytical', email: 'ada@travel.example' },
  alan: { password: 'enigmatic', email: 'alan@travel.example' },
} as const
export type Person = keyof typeof people

export type Act = (page: Page) => Promise<void>

export const emailOf = (person: Person) => people[person].email

export function logsIn(person: Person = 'ada'): Act {
  return async (page) => {
    await page.getByLabel('Username or email').fill(person)
    await page.getByLabel('Password', { exact: true }).fill(people[person].password)
    await page.getByRole('button', { name: 'Sign In' }).click()
  }
}

/** Keycloak requests only the password of the previous user, unless restarted. */
export const startsOver: Act = (page) => page.getByRole('button', { name: 'Restart login' }).click()
export const consents: Act = (page) => page.getByRole('button', { name: 'Yes' }).click()
export const declines: Act = (page) => page.getByRole('button', { name: 'No', exact: true }).click()

/** Waits for the redirect back to Parley. */
export const comesBack: Act = (page) => reads(page.locator('body'), 'You can close this tab.', 'the browser')
export const comesBackWithout: Act = (page) => reads(page.locator('body'), 'Not signed in', 'the browser')
export const isDone: Act = (page) => reads(page.locator('body'), 'Device Login Successful', 'the browser')
export const isDeclined: Act = (page) => reads(page.locator('body'), /denied|failed/i, 'the browser')
