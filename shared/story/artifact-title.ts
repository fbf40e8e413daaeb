/** An id that a program made up says nothing to a reader. */
const generatedId = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** What an artifact is headed by. */
export function artifactTitle(artifact: {
  readonly name?: string | undefined
  readonly artifactId: string
}): string {
  return artifact.name || (generatedId.test(artifact.artifactId) ? 'Artifact' : artifact.artifactId)
}
