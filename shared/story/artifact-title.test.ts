import { expect, test } from 'vitest'
import { artifactTitle } from './artifact-content.ts'

test.each([
  ['its name', { name: 'Report', artifactId: 'a1' }, 'Report'],
  ['an id that somebody chose', { artifactId: 'itinerary-2' }, 'itinerary-2'],
  ['a plain word for 32 hex digits', { artifactId: '9f86d081884c7d659a2feaa0c55ad015' }, 'Artifact'],
  [
    'the same for a UUID and an empty name',
    { name: '', artifactId: '951e5ea5-36b9-403d-ba27-c5fe648b581d' },
    'Artifact',
  ],
])('an artifact is headed by %s', (_, artifact, title) => {
  expect(artifactTitle(artifact)).toBe(title)
})
