/** Returns the response's body. Throws when it is not 2xx. */
export async function sendJson(url: string, body: object, headers: object = {}, method = 'POST') {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) {
    throw new Error(`${new URL(url).pathname} answered ${response.status}: ${await response.text()}`)
  }
  return response.json()
}

/** The user's id and the headers of their session. */
export async function signUp(url: string, username: string) {
  const user = { username, email: `${username}@example.com`, password: 'long enough' }
  const { token, user: created } = (await sendJson(`${url}/api/v1/auth/register`, user)) as {
    token: string
    user: { id: string }
  }
  return { id: created.id, headers: { authorization: `Bearer ${token}` } }
}
