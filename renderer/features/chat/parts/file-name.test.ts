import { expect, test } from 'vitest'
import { cleanFileName } from './save-part.ts'

test.each([
  ['a plain name', 'map.png', 'map.png'],
  ['a path up', '../../etc/passwd', 'passwd'],
  ['a Windows path', 'C:\\Windows\\evil.exe', 'evil.exe'],
  ['a hidden file', '.bashrc', 'bashrc'],
  ['only dots', '..', 'part.bin'],
  ['a name that reads backwards', 'annual\u202Egnp.exe', 'annualgnp.exe'],
  ['control characters', 'a\u0000b\nc.txt', 'abc.txt'],
  ['characters of the shell', 'a<b>:"|?*.txt', 'a_b______.txt'],
  ['a device', 'CON.txt', '_CON.txt'],
  ['dots at the end', 'name...  ', 'name'],
  ['nothing', undefined, 'part.bin'],
  ['far too long', `${'x'.repeat(500)}.tar`, `${'x'.repeat(116)}.tar`],
])('%s', (_name, given, clean) => {
  expect(cleanFileName(given, 'part.bin')).toBe(clean)
})
