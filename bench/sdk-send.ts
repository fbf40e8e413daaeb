// Sends one message with the official SDK's client, the least work of a command on it. Usage: node bench/sdk-send.ts URL TEXT

import { SendMessageRequest } from '@a2a-js/sdk'
import { ClientFactory } from '@a2a-js/sdk/client'

const [url = '', text = ''] = process.argv.slice(2)
const client = await new ClientFactory().createFromUrl(url)
const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] }
console.log(JSON.stringify(await client.sendMessage(SendMessageRequest.fromJSON({ message }))))
