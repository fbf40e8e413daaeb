/** What a content type names, without its parameters; empty where there is none. */
export function mediaTypeOf(contentType = ''): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
