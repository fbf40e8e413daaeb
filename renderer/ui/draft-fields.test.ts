import { expect, test } from 'vitest'
import { draftFields } from './draft-fields.ts'

test('a field has the value of its member, and changes that alone', () => {
  const changed: object[] = []
  const field = draftFields({ name: 'a', count: 1 }, (changes) => changed.push(changes))
  expect([field('name').value, field('count').value]).toEqual(['a', 1])
  field('name').onChange('b')
  field('count').onChange(2)
  expect(changed).toEqual([{ name: 'b' }, { count: 2 }])
})
