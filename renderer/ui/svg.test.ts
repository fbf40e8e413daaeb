import { expect, test } from 'vitest'
import { element, textElement } from './svg.ts'

test('what an agent says cannot leave the drawing it stands in', () => {
  const hostile = '</text><script>alert(1)</script>&"\u0000\ud800'
  expect(textElement(1, 2, hostile)).toBe(
    '<text x="1" y="2">&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;</text>',
  )
  expect(element('g', { id: '"><script>' })).toBe('<g id="&quot;&gt;&lt;script&gt;"></g>')
})
