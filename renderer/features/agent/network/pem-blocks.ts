// The content of chosen PEM files, in any order: certificate and key may be in two files or in one.

export interface PemBlocks {
  readonly certificatePem: string
  readonly keyPem: string
  /** The key needs a passphrase. */
  readonly guarded: boolean
}

/** The certificates and the first private key, or a sentence that names the missing one. */
export function pemBlocks(texts: readonly string[]): PemBlocks | string {
  const text = texts.join('\n')
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const keyPem = /-----BEGIN ((?:[A-Z]+ )*PRIVATE KEY)-----[\s\S]*?-----END \1-----/.exec(text)?.[0]
  if (certificates.length === 0)
    return 'It contains no certificate: PEM begins with -----BEGIN CERTIFICATE-----.'
  if (keyPem === undefined)
    return 'It contains no private key. Choose the file of the certificate and that of its key together.'
  return { certificatePem: certificates.join('\n'), keyPem, guarded: /ENCRYPTED/.test(keyPem) }
}
