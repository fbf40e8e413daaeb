/** Requirements of the conformance kit that have no test: an ordinary client can't see whether an agent keeps them. */
export const unobservable: Readonly<Record<string, string>> = {
  'AUTH-INTASK-004':
    'How credentials reach the agent out of band is between the user, the agent and a third party; A2A carries none of it.',
  'AUTH-SERVER-001': 'It is a duty of clients. Parley verifies certificates unless you accept invalid ones.',
  'AUTH-TLS-002':
    'A connection uses the best that both sides have; which older versions and ciphers the server accepts besides doesn’t show in it.',
  'BIND-FIELD-001': 'An interface that the card leaves out can only be found by guessing addresses.',
  'CARD-SIGN-004': 'It is a duty of clients: which keys are expired or revoked is for the verifier to know.',
  'VER-CLIENT-001': 'It is a duty of clients. Parley sends A2A-Version with every request of 1.0.',
}
