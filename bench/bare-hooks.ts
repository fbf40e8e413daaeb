// The least work of a receiver: reads each call completely and responds 200. Reports its address, and at the end its
// processor time.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    response.sendDate = false
    response.writeHead(200, ['Content-Length', '0'])
    response.end()
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/bare`)
await once(process, 'message')
const { user, system } = process.cpuUsage()
process.send?.((user + system) / 1000, () => process.exit())
