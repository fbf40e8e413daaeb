// What the clients of both versions have in common: operations one after another, a line of JSON for each.

/** `[name, act]` each; what it returned, or why not, as JSON whose members are in one order. */
export async function runOperations(operations) {
  for (const [operation, act] of operations) {
    const outcome = await act().then(
      (returned) => ({ returned: returned ?? null }),
      ({ name, message, code }) => ({ refused: { name, message, code } }),
    )
    console.log(JSON.stringify({ operation, ...outcome }, inOneOrder))
  }
}

export async function all(stream) {
  const events = []
  for await (const event of stream) events.push(event)
  return events
}

/** The events of a task's stream, and of another that is opened once the task is at work. */
export async function subscribed(stream, isWorking, subscribe) {
  let other
  const events = []
  for await (const event of stream) {
    events.push(event)
    if (!other && isWorking(event)) other = all(subscribe(events[0]))
  }
  return { stream: events, subscribed: await other }
}

function inOneOrder(_name, value) {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
