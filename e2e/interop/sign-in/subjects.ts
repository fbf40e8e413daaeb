// Keycloak, and the agents behind it.

import type { Subject } from '../server-table.ts'

export const keycloak: Subject = {
  name: 'Keycloak 26.7.1',
  sources: ['keycloak'],
  needs: { kind: 'unpacked', packages: [['org.keycloak:keycloak-quarkus-dist', '26.7.1']] },
}

export const guardedAgents: readonly Subject[] = [
  {
    name: `a2a-python 1.3.0 behind ${keycloak.name}`,
    sources: ['keycloak-python', 'keycloak-agent', 'python-1'],
    needs: {
      kind: 'venv',
      packages: [
        ['a2a-sdk[http-server]', '1.3.0'],
        ['uvicorn', '0.54.0'],
        ['pyjwt[crypto]', '2.15.1'],
      ],
    },
  },
  {
    name: `a2a-js 1.3.0 behind ${keycloak.name}`,
    sources: ['keycloak-js', 'keycloak-agent', 'js-1'],
    needs: {
      kind: 'npm',
      packages: [
        ['@a2a-js/sdk', '1.3.0'],
        ['express', '5.1.0'],
        ['jose', '6.2.17'],
      ],
    },
  },
]
