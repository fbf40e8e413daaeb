import { expect, test } from 'vitest'
import { installedPackages } from '../licenses/shipped-packages.ts'
import { sbom } from './sbom.ts'

test('everything that ships is named once, with where it is from, its licence and its hash', () => {
  const zod = { name: 'zod', version: '4.0.0', license: 'MIT' }
  const { metadata, components } = sbom({
    version: '1.2.3',
    electronVersion: '45.0.0',
    installed: [{ ...zod, integrity: 'sha512-AP8=' }],
    bundled: [zod, { name: '@orpc/client', version: '1.0.0', license: 'MIT' }],
  })
  expect(metadata.component).toMatchObject({ name: 'Parley', purl: 'pkg:npm/parley-a2a@1.2.3' })
  expect(components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/zod@4.0.0',
      name: 'zod',
      version: '4.0.0',
      purl: 'pkg:npm/zod@4.0.0',
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: '00ff' }],
    },
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40orpc/client@1.0.0',
      name: '@orpc/client',
      version: '1.0.0',
      purl: 'pkg:npm/%40orpc/client@1.0.0',
      licenses: [{ expression: 'MIT' }],
    },
    {
      type: 'framework',
      'bom-ref': 'pkg:npm/electron@45.0.0',
      name: 'electron',
      version: '45.0.0',
      purl: 'pkg:npm/electron@45.0.0',
      licenses: [{ expression: 'MIT' }],
    },
  ])
})

test('what a development tool needs as well is still named', () => {
  const names = installedPackages().map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['@orpc/client', 'debug', 'once']))
})
