// Delivers the messages of a socket, in their order. The browser decodes a message in the task that announces it; a large one is
// handed over in a task of its own, as decoding and parsing megabytes in one task would hold the window.

type Socket = Pick<WebSocket, 'readyState' | 'send' | 'addEventListener' | 'removeEventListener'>

/** In characters or bytes; a smaller message is decoded and parsed in a moment. */
const largeMessage = 100_000

export function inOwnTasks(socket: WebSocket): Socket {
  const waiting: MessageEvent[] = []
  // Unlike a timer, this is not slowed down in a hidden window.
  const { port1, port2 } = new MessageChannel()
  const soon = () => port2.postMessage(undefined)
  socket.addEventListener('close', () => port1.close())

  const listen = (take: (event: MessageEvent) => void) => {
    port1.onmessage = () => {
      // Small ones behind a large one go with it.
      do take(waiting.shift() as MessageEvent)
      while (waiting[0] && !isLarge(waiting[0]))
      if (waiting.length > 0) soon()
    }
    socket.addEventListener('message', (event) => {
      if (waiting.length === 0 && !isLarge(event)) return take(event)
      waiting.push(event)
      if (waiting.length === 1) soon()
    })
  }
  return {
    get readyState() {
      return socket.readyState
    },
    send: (data) => socket.send(data),
    removeEventListener: socket.removeEventListener.bind(socket),
    addEventListener(type: string, listener: EventListener, options?: AddEventListenerOptions) {
      if (type === 'message') listen(listener as (event: Event) => void)
      else socket.addEventListener(type, listener, options)
    },
  }
}

function isLarge({ data }: MessageEvent): boolean {
  return (typeof data === 'string' ? data.length : data.size) >= largeMessage
}
