// Bounds of everything from outside: a window, a file, an agent. Anything larger is refused, in a sentence that names the
// place.

/** Of one text in the record or a file of ours; refused with its place. */
export const maxTextChars = 1_000_000
/** Of one word: a header's name, a method, a media type; refused with its place. */
export const maxWordChars = 8_192
/** Of an id of Parley's own; refused with its place. */
export const maxIdChars = 64
/** Of an agent's id for a task, context, message or artifact; a longer one is shown on the wire and leads nowhere. */
export const maxProtocolIdChars = 4_096
/** Of a name that somebody gave; the field takes no more. */
export const maxNameChars = 200
/** Of a note; the field takes no more. */
export const maxNoteChars = 10_000
/** Seconds of a time-out in the settings of an agent or of all calls; a longer one is refused. */
export const maxTimeoutS = 24 * 60 * 60
/** Of an address; refused with its place. */
export const maxUrlChars = 8_192
/** Of a header's value, a token or an address with data in it; refused with its place. */
export const maxValueChars = 65_536
/** Of certificates and keys as PEM; refused with the bound. */
export const maxPemChars = 200_000
/** Header fields of one message, as many as a head of 64 KB has room for; refused with their place. */
export const maxHeaders = 65_536
/** Parts, extensions or output modes of one request; refused with their place. */
export const maxListed = 100
/** Parts of a message that is written by hand, and tasks it refers to; refused with their place. */
export const maxReferences = 1_000
/** Exchanges or agents chosen at once; refused with their place. */
export const maxChosen = 10_000
/** Of one body or frame: an agent's, a file's, a request's. Reading stops there, what arrived is kept, and the exchange reports it. */
export const maxBodyBytes = 128 * 1024 * 1024
// Of a body or file in one answer; the reader requests the next.
export const maxPieceBytes = 1024 * 1024
// Entries stored as one row; the rest is in the next row.
export const maxInRun = 1_000
