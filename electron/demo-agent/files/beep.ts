// A two-note station chime: 16-bit mono PCM in a RIFF/WAVE file.

const SAMPLE_RATE = 16_000
const NOTES = [
  { hertz: 659.25, seconds: 0.28 },
  { hertz: 523.25, seconds: 0.42 },
] as const

export function beep(): Buffer {
  const samples = NOTES.flatMap(({ hertz, seconds }) =>
    Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, index) => {
      const fade = 1 - index / (seconds * SAMPLE_RATE)
      return Math.round(9000 * fade * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE))
    }),
  )
  const dataBytes = samples.length * 2
  const file = Buffer.alloc(44 + dataBytes)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + dataBytes, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(dataBytes, 40)
  for (const [index, sample] of samples.entries()) file.writeInt16LE(sample, 44 + index * 2)
  return file
}
