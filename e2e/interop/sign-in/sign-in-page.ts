// The sign-in in a real window by accessible name, with a person on the server's pages.

import type { Locator, Page } from '@playwright/test'
import type { Grant } from '#shared/contract/sign-in.ts'
import { grantNames, runStates } from '../../../renderer/features/agent/sign-in/grant-words.ts'
import { ParleyWindow } from '../../pages/parley-window.ts'
import { dialogs, regions } from '../../pages/places.ts'
import { Mismatch } from '../verdict.ts'
import type { Act } from './person.ts'
import { reads } from './reads.ts'

const { running: _, ...ended } = runStates
const ends = Object.values(ended)

export interface Asked {
  readonly grant: Grant
  /** On the card; empty for what a refusal requests. */
  readonly scheme: string
  readonly client?: Client
  readonly scopes?: string
}

export interface Client {
  readonly id: string
  readonly secret?: string
  readonly privateKey?: string
  readonly method?: 'client_secret_post' | 'private_key_jwt'
}

export class SignInPage {
  readonly page: Page
  readonly window: ParleyWindow
  /** Under the refused message, or over the window where it was opened from the card. */
  dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.window = new ParleyWindow(page)
    this.dialog = dialogs.signIn(page)
  }

  get signedIn(): Locator {
    return regions.signedIn(this.dialog)
  }

  get steps(): Locator {
    return this.dialog.getByRole('list', { name: 'Sign-in steps' }).getByRole('listitem')
  }

  /** Sends a message that is refused, and opens the sign-in below it. */
  async openAtRefusal(status: 401 | 403, how: 'Send' | 'Stream' = 'Send'): Promise<void> {
    await this.window.say('echo hi', how)
    const refusal = this.window.conversation.getByRole('status').filter({ hasText: String(status) })
    await reads(refusal, String(status), 'the refused message')
    await refusal.last().getByRole('button', { name: 'Sign in…' }).click()
    this.dialog = regions.signIn(this.window.conversation)
    await this.dialog.waitFor()
  }

  async openAtCard(): Promise<void> {
    await this.window.card.getByRole('button', { name: /^(Sign in…|Signed in)/ }).click()
    this.dialog = dialogs.signIn(this.page)
    await this.dialog.waitFor()
  }

  async close(): Promise<void> {
    const close = this.dialog.getByRole('button', { name: 'Close' }).last()
    // Under a message the dialog closes itself after the sign-in.
    if (await close.isVisible()) await close.click()
  }

  /** Resolves with the window's sentence at its end; `acts` are the person's actions in its tab. */
  async signIn({ grant, scheme, client, scopes }: Asked, acts: readonly Act[] = []): Promise<string> {
    const name = grantNames[grant] + (scheme === '' ? '' : ` (${scheme})`)
    await this.dialog.getByLabel('Grant').selectOption({ label: name })
    if (scopes !== undefined) await this.dialog.getByLabel('Scopes').fill(scopes)
    if (client !== undefined) await this.enterClient(client)
    return this.submit(acts)
  }

  async submit(acts: readonly Act[] = []): Promise<string> {
    await this.dialog.getByRole('button', { name: /^Sign in( again)?$/ }).click()
    if (acts.length > 0) await this.inItsTab(acts)
    const state = regions.steps(this.dialog).getByRole('status')
    await reads(state, new RegExp(`^(${ends.join('|')})$`), 'the sign-in')
    return (await state.textContent()) ?? ''
  }

  /** Expects a successful sign-in; fails with the sentence of the failed step. */
  async succeeds(request: Asked, acts: readonly Act[] = []): Promise<void> {
    const state = await this.signIn(request, acts)
    if (state !== runStates.done) throw new Mismatch(`${state} ${await this.failure()}`)
  }

  async fails(request: Asked, acts: readonly Act[], why: RegExp): Promise<void> {
    const state = await this.signIn(request, acts)
    if (state === runStates.done) throw new Mismatch('it is signed in')
    await reads(this.steps, why, 'the steps')
  }

  async failure(): Promise<string> {
    const texts = await this.steps.allTextContents()
    return texts.filter((text) => /^[A-Z][a-z]+failed: /.test(text)).join(' / ')
  }

  /** Each step with its state. */
  async states(): Promise<readonly string[]> {
    const texts = await this.steps.allTextContents()
    return texts.map((text) =>
      text.replace(/^([A-Z][a-z]+?)(waiting|running|done|failed|skipped): [\s\S]*$/, '$1 $2'),
    )
  }

  private async inItsTab(acts: readonly Act[]): Promise<void> {
    const open = this.dialog.getByRole('button', { name: /^Open 127/ })
    const ended = this.dialog.getByText(new RegExp(`^(${runStates.failed}|${runStates['needs-client']})$`))
    await open.or(ended).first().waitFor()
    if (await ended.isVisible()) throw new Mismatch(`${await ended.textContent()} ${await this.failure()}`)
    const opened = this.page.waitForEvent('popup')
    await open.click()
    const tab = await opened
    for (const act of acts) await act(tab)
    await tab.close()
  }

  private async enterClient({ id, secret, privateKey, method }: Client): Promise<void> {
    const place = this.dialog.getByRole('textbox', { name: 'Client ID' })
    if (!(await place.isVisible())) await this.dialog.getByText('Client', { exact: true }).click()
    await place.fill(id)
    if (secret !== undefined) await this.dialog.getByLabel('Client secret').fill(secret)
    if (method !== undefined) await this.dialog.getByLabel('Client authentication').selectOption(method)
    if (privateKey !== undefined) await this.dialog.getByLabel('Private key').fill(privateKey)
  }
}
