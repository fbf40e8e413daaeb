import { isList, isObject } from '../json-kinds.ts'
import type { Artifact, JsonObject, Part } from '../model.ts'
import type { Habits, Writable } from './members.ts'
import { keep, misfit, strings } from './members.ts'
import { readParts } from './message.ts'

/** What 0.1 and FastA2A put inside the artifact and later versions on the event around it. */
export interface ChunkMarks {
  append?: boolean
  lastChunk?: boolean
}

/** With `marks`, the artifact's own `append` and `lastChunk` are handed over there. */
export function readArtifact(raw: JsonObject, reading: Habits, marks?: ChunkMarks): Artifact {
  const artifact: Writable<Artifact> = { artifactId: '', parts: none }
  let index: number | undefined
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'artifactId':
      case 'artifact_id':
        if (typeof value === 'string' && artifact.artifactId === '') artifact.artifactId = value
        else misfit(artifact, key, value)
        break
      case 'name':
        if (typeof value !== 'string') misfit(artifact, key, value)
        else if (value !== '') artifact.name = value
        break
      case 'description':
        if (typeof value !== 'string') misfit(artifact, key, value)
        else if (value !== '') artifact.description = value
        break
      case 'parts':
      case 'content':
        if (isList(value) && artifact.parts === none) artifact.parts = readParts(value, reading)
        else misfit(artifact, key, value)
        break
      case 'metadata':
        if (isObject(value)) artifact.metadata = value
        else misfit(artifact, key, value)
        break
      case 'extensions': {
        const uris = strings(value)
        if (uris === undefined) misfit(artifact, key, value)
        else artifact.extensions = uris
        break
      }
      case 'append':
        if (marks !== undefined && typeof value === 'boolean') marks.append = value
        else misfit(artifact, key, value)
        break
      case 'lastChunk':
      case 'last_chunk':
        if (marks !== undefined && typeof value === 'boolean') marks.lastChunk = value
        else misfit(artifact, key, value)
        break
      case 'index':
        if (typeof value === 'number') index = value
        else misfit(artifact, key, value)
        break
      default:
        keep(artifact, key, value)
    }
  }
  if (artifact.artifactId === '' && (index !== undefined || reading.numbered)) {
    artifact.artifactId = `index:${index ?? 0}`
  } else if (index !== undefined) {
    keep(artifact, 'index', index)
  }
  return artifact
}

const none: readonly Part[] = []
