const response = await fetch("http://127.0.0.1:41129/raw/[x]?a={b}&c=d%20e", {
  method: "POST",
  headers: [
    ["Content-Type", "application/octet-stream"],
    ["X-Empty", ""],
  ],
  body: Uint8Array.from(atob("AAH/DQo="), (char) => char.charCodeAt(0)),
})
console.log(response.status)
const text = new TextDecoder()
for await (const chunk of response.body ?? []) console.log(text.decode(chunk, { stream: true }))