// What axe finds in what a test has mounted, as `e2e/fixtures/accessibility.ts` finds it in a window.

import axe from 'axe-core'

export async function violations(): Promise<readonly string[]> {
  // What stands around an open box for Tab to leave it by hands the focus on at once, which axe cannot see.
  const context = { include: ['body > *'], exclude: ['[data-base-ui-focus-guard]'] }
  const { violations } = await axe.run(context, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
