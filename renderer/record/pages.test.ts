import { expect, test } from 'vitest'
import { createPages } from './pages.ts'

const rows = Array.from({ length: 250 }, (_, index) => `row ${index}`)

test.each([true, false])(
  'rows that came while their piece was on its way are fetched after it, final: %s',
  async (final) => {
    const answers: (() => void)[] = []
    let length = 50
    const pages = createPages<string>({
      load: (offset, limit) => {
        const known = rows.slice(offset, Math.min(length, offset + limit))
        return new Promise((resolve) => answers.push(() => resolve(known)))
      },
      onChange: () => undefined,
      onProblem: (error) => expect(error).toBeUndefined(),
      final,
    })
    const answer = async () => {
      for (const each of answers.splice(0)) each()
      await new Promise(setImmediate)
    }
    const shown = () => [49, 50, 99, 100].map(pages.at)

    pages.want(0, 120)
    pages.grow(length)
    length = 100
    pages.grow(length)
    await answer()
    expect(shown()).toEqual(['row 49', undefined, undefined, undefined])
    await answer()
    expect(shown()).toEqual(['row 49', 'row 50', 'row 99', undefined])
    expect(answers).toEqual([])
    pages.close()
  },
)
