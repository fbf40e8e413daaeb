/** Spans of one request, line or piece of a file. */
export const batchSpans = 512
