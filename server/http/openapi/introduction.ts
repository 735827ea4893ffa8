export const introduction = `
All paths are below \`/api/v1\`. Requests and responses are JSON unless an operation says otherwise. Dates are ISO 8601 in UTC, ids are opaque strings, amounts of money are US dollars.

## Authentication

Send one of these in the \`Authorization\` header:

- **API key**: \`Bearer <key>\`. For programs. A key acts as its owner and needs the permission an operation names. Keys are never accepted for wallets, payments, users and sign-in.
- **Session token**: \`Bearer <token>\`, from \`POST /auth/login\`.
- **HTTP Basic**: username or email address and password.

Operations of chat clients are open: a public flow answers without credentials. A flow bound to an API key answers only with that key.

## Errors

Every error has the same JSON body, whatever its status: \`error\` and \`message\` hold the same sentence for people, \`code\` is for programs, \`statusCode\` repeats the HTTP status, \`success\` is \`false\`, and \`details\` names invalid fields where there are any. What belongs to somebody else is \`404\`, as if it did not exist. \`429\` has a \`Retry-After\` header.

## Pagination

Lists that Flowise clients know take \`page\` (from 1) and \`limit\`, and then respond with \`{ data, total }\`; without both they respond with an array. All other long lists take \`cursor\` and \`limit\` and respond with \`{ items, nextCursor }\`: send \`nextCursor\` as \`cursor\` until it is \`null\`.

## Streaming

\`POST /prediction/{id}\` with \`"streaming": true\` responds with \`text/event-stream\`. Every frame has one \`data:\` line with a JSON object \`{ "event": …, "data": … }\`; the name of the event is in the JSON, not on an \`event:\` line. Lines starting with \`:\` keep the connection open. Once the stream has begun, a failure is an \`error\` event in a \`200\` response. The last event is \`end\`. A flow that cannot stream responds with JSON, so check the \`Content-Type\`.

## Idempotency

Requests that move money take an \`Idempotency-Key\` header: repeating a request with the same key has no further effect.
`.trim()
