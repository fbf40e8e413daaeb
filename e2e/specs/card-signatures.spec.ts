// Every verdict about a signature, in the window's words.

import { expect, test } from '../fixtures/agents.ts'
import { CardPage } from '../pages/card-page.ts'
import { regions } from '../pages/places.ts'

const key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}
const jwks = (kid: string) => JSON.stringify({ keys: [{ ...key, kid }] })
const signed = (header: object) => ({
  protected: Buffer.from(JSON.stringify(header)).toString('base64url'),
  signature: Buffer.alloc(64, 7).toString('base64url'),
})

test('unsigned, alg none, HMAC, an unknown key and a bad signature each get their own answer', async ({
  app,
  agents,
}) => {
  const card = new CardPage(app.page)
  const unsigned = await agents.made({ dialect: '1.0' })
  await app.window.connect(unsigned.url)
  await expect(card.fact('Signature')).toContainText('none')
  await card.open('signatures')
  await expect(card.dialog).toContainText('The card isn’t signed')
  await card.closeDialog()

  const made = await agents.made({
    dialect: '1.0',
    card: (plain) => ({
      ...plain,
      signatures: [
        signed({ alg: 'none' }),
        signed({ alg: 'HS256', kid: 'shared' }),
        signed({ alg: 'ES256', kid: 'ours', jku: 'http://keys.example/jwks.json' }),
        { protected: '%%%', signature: '' },
      ],
    }),
  })
  await app.window.connect(made.url)
  await card.open('signatures')
  const signature = (number: number) => regions.signature(card.dialog, number)
  const verify = async (number: number, keys: string) => {
    await signature(number).getByLabel('Keys, as JWKS or PEM').fill(keys)
    await signature(number).getByRole('button', { name: 'Verify with these keys' }).click()
  }
  await expect(signature(3)).toContainText('Not verified yet')
  // Plain http is refused without a request.
  await expect(signature(3)).toContainText('Keys are fetched over HTTPS only')
  await expect(signature(3).getByRole('button', { name: 'Fetch the keys and verify' })).toHaveCount(0)
  for (const [number, keys, sentence] of [
    [1, jwks('ours'), 'this only looks like a signature'],
    [2, jwks('shared'), 'anyone could forge it'],
    [3, jwks('theirs'), /key.*not among|no key/i],
    [3, jwks('ours'), /does not match|does not fit|not over this card/i],
    [4, jwks('ours'), 'The signature cannot be read'],
  ] as const) {
    await verify(number, keys)
    await expect(signature(number)).toContainText(sentence)
  }
})
