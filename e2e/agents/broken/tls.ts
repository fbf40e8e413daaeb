// Agents whose certificate a client must refuse.

import {
  elsewhereCertificate,
  expiredCertificate,
  serverCertificate,
  type TestCertificate,
  testAuthorityPem,
} from './certificates.ts'
import { jsonHead, openRawServer, openSocketServer, type Visit } from './raw-server.ts'

export const brokenTls = {
  'unknown-authority': () => openSecure(serverCertificate),
  'wrong-name': () => openSecure(elsewhereCertificate),
  expired: () => openSecure(expiredCertificate),
  'no-tls-on-https': () =>
    openSocketServer((socket) => {
      socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'))
    }, 'https'),
  'wants-client-certificate': () =>
    openRawServer(answerOk, {
      ...options(serverCertificate),
      ca: testAuthorityPem,
      requestCert: true,
      rejectUnauthorized: true,
    }),
}

function openSecure(certificate: TestCertificate) {
  return openRawServer(answerOk, options(certificate))
}

function options({ certificatePem, keyPem }: TestCertificate) {
  return { cert: certificatePem, key: keyPem }
}

function answerOk({ socket }: Visit): void {
  socket.end(`${jsonHead}Content-Length: 2\r\n\r\n{}`)
}
