import { describe, expect, it } from 'vitest'
import { createPermissions } from './permissions.ts'

describe('permissions', () => {
  it('hears an answer once, and only while asked', async () => {
    const permissions = createPermissions()
    expect(permissions.answer('t', 'allowed')).toBe(false)
    const verdict = permissions.request('t', new AbortController().signal)
    expect([permissions.isAsked('t'), permissions.answer('t', 'allowed'), await verdict]).toEqual([
      true,
      true,
      'allowed',
    ])
    expect([permissions.isAsked('t'), permissions.answer('t', 'allowed')]).toEqual([false, false])
  })

  it('takes a long silence for a no', async () => {
    expect(await createPermissions(1).request('t', new AbortController().signal)).toBe('refused')
  })

  it('forgets the question when the asker stops', async () => {
    const permissions = createPermissions()
    const stop = new AbortController()
    const verdict = permissions.request('t', stop.signal)
    stop.abort()
    await expect(verdict).rejects.toThrow('aborted')
    expect(permissions.isAsked('t')).toBe(false)
  })
})
