// The official client, limited to one interface of the card, to test every binding in both versions.

import { AgentCard, SendMessageRequest, StreamResponse } from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc'
import { CARD_PATH } from '#demo-agent/card.ts'
import { type AnyAnswer, type Headers, type MessageToSend, message } from './call.ts'

export async function sdkClient(url: string, binding: string, version: string): Promise<Client> {
  const served = await fetch(url + CARD_PATH, { headers: { 'A2A-Version': '1.0' } })
  const card = AgentCard.fromJSON(await served.json())
  const legacyCompat = { enabled: true }
  const factory = new ClientFactory({
    ...ClientFactoryOptions.default,
    transports: [
      new JsonRpcTransportFactory({ legacyCompat }),
      new RestTransportFactory({ legacyCompat }),
      new GrpcTransportFactory({ legacyCompat }),
    ],
  })
  return factory.createFromAgentCard({
    ...card,
    supportedInterfaces: card.supportedInterfaces.filter(
      (offered) => offered.protocolBinding === binding && offered.protocolVersion === version,
    ),
  })
}

export async function* streamSdk(
  client: Client,
  text: MessageToSend,
  headers: Headers = {},
): AsyncGenerator<AnyAnswer> {
  const request = SendMessageRequest.fromJSON({ message: message(text) })
  for await (const event of client.sendMessageStream(request, { serviceParameters: headers })) {
    yield StreamResponse.toJSON(event)
  }
}
