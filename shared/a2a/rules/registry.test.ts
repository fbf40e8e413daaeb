import { describe, expect, it } from 'vitest'
import { ruleIds, rules, rulesByArea } from './registry.ts'

describe('the registry', () => {
  it('declares each rule in one table', () => {
    const declared = Object.values(rulesByArea).flatMap((table) => Object.keys(table))
    expect(declared.sort()).toEqual([...ruleIds].sort())
  })

  it('has one scheme of ids', () => {
    const strange = ruleIds.filter((id) => !/^[A-Z_]+(?:-[A-Z]+)+-\d{3}$/.test(id))
    expect(strange).toEqual([])
  })

  it('gives no rule a severity twice', () => {
    const doubled = ruleIds.filter((id) => {
      const all = [rules[id].severity, ...rules[id].also]
      return new Set(all).size !== all.length
    })
    expect(doubled).toEqual([])
  })
})
